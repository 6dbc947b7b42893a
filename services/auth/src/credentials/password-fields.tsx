import { TextField } from '@order-hub/pages/form';
import type { FormState } from '@order-hub/pages/declared-page';

/** Where a user types the password that is to be. */
export const NewPasswordField = ({ form }: { form: FormState }) => (
  <TextField
    form={form}
    name="new_password"
    label="New password"
    hint="At least 8 characters. A few words are easier to remember than one with signs."
    type="password"
    autocomplete="new-password"
    required
  />
);
