import type { FormState } from '@order-hub/pages/declared-page';
import { TextField } from '@order-hub/pages/form';
import { PasskeyPart } from './passkey-part.tsx';

/** Options of `navigator.credentials.get`; null for a user without a passkey. */
type Props = { form: FormState; passkeyOptions: object | null; autofocus?: boolean };

/** With which a user proves a second factor: a code, which no page repeats, or a passkey if the browser runs our script. */
export const ProofFields = ({ form, passkeyOptions, autofocus = false }: Props) => (
  <>
    <TextField
      form={{ ...form, values: {} }}
      name="code"
      label="Code"
      hint="Of your authenticator app, or one of your recovery codes."
      autocomplete="one-time-code"
      autofocus={autofocus}
    />
    {passkeyOptions && <PasskeyPart form={form} options={passkeyOptions} act="use" />}
  </>
);
