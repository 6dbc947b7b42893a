import { TextArea, TextField } from '@order-hub/pages/form';
import type { FormState } from '@order-hub/pages/declared-page';
import type { ManagedClient } from '@order-hub/shared/management/clients';
import { texts } from './texts.ts';
import { useLanguage } from '@order-hub/pages/language-context';

/** The fields of a client's form. */
export const ClientFields = ({
  form,
  client,
}: {
  form: FormState;
  client?: Pick<ManagedClient, 'name' | 'redirect_uris'>;
}) => {
  const t = texts(useLanguage());
  return (
    <>
      <TextField
        form={form}
        name="name"
        label={t('name')}
        hint={t('name_hint')}
        value={client?.name}
        required
        autofocus
      />
      <TextArea
        form={form}
        name="redirect_uris"
        label={t('redirect_uris')}
        hint={t('redirect_uris_hint')}
        value={client?.redirect_uris.join('\n')}
        rows={4}
      />
    </>
  );
};
