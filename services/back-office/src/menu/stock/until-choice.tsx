import type { FormState } from '@order-hub/pages/declared-page';
import { RadioField } from '@order-hub/pages/form';
import type { UserVisit } from '@order-hub/pages/visit';
import { texts } from '../texts.ts';
import type { Until } from './mark-stock.ts';

const notices = { tomorrow: 'now_sold_out_until_tomorrow', told: 'now_sold_out', again: 'now_available' } as const;

/** Says that something is sold out, or available again. */
export const stockNotice = (until: Until, name: string, visit: UserVisit): string =>
  texts(visit)(notices[until], { name });

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
