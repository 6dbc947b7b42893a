import type { FormState } from '@order-hub/pages/declared-page';
import { TextField } from '@order-hub/pages/form';
import { PasskeyPart } from './passkey-part.tsx';
import { texts } from './texts.ts';
import { useLanguage } from '@order-hub/pages/language-context';

/** Options of `navigator.credentials.get`; null for a user without a passkey. */
type Props = { form: FormState; passkeyOptions: object | null; autofocus?: boolean };

/** With which a user proves a second factor: a code, which no page repeats, or a passkey if the browser runs our script. */
export const ProofFields = ({ form, passkeyOptions, autofocus = false }: Props) => {
  const t = texts(useLanguage());
  return (
    <>
      <TextField
        form={{ ...form, values: {} }}
        name="code"
        label={t('code')}
        hint={t('code_hint')}
        autocomplete="one-time-code"
        autofocus={autofocus}
      />
      {passkeyOptions && <PasskeyPart form={form} options={passkeyOptions} act="use" />}
    </>
  );
};
