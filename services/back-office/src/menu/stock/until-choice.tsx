import type { FormState } from '@order-hub/pages/declared-page';
import { RadioField } from '@order-hub/pages/form';
import type { UserVisit } from '@order-hub/pages/visit';
import { texts } from '../texts.ts';

/** Until when something is sold out. */
export const UntilChoice = ({ form, visit }: { form: FormState; visit: UserVisit }) => {
  const t = texts(visit);
  return (
    <RadioField
      form={form}
      name="until"
      label={t('state')}
      value="tomorrow"
      choices={[
        { value: 'tomorrow', label: t('sold_out_until_tomorrow'), note: t('tomorrow_note') },
        { value: 'told', label: t('sold_out_until_told') },
        { value: 'again', label: t('available_again') },
      ]}
    />
  );
};
