import { TextField } from '@order-hub/pages/form';
import type { FormState } from '@order-hub/pages/declared-page';

type Props = { form: FormState; name: string; label: string };

/** The user's current password. */
export const PasswordField = ({ form, label = 'Password' }: { form: FormState; label?: string }) => (
  <TextField form={form} name="password" label={label} type="password" autocomplete="current-password" required />
);

/** A new password. */
export const NewPasswordField = ({ form, name, label }: Props) => (
  <TextField
    form={form}
    name={name}
    label={label}
    hint="At least 8 characters. A few words are easier to remember than one word with symbols."
    type="password"
    autocomplete="new-password"
    required
  />
);

/** The email address of who is logged in, hidden, so that a password manager knows whose password is typed. */
export const HiddenEmail = ({ email }: { email: string }) => (
  <input type="hidden" name="email" autocomplete="username" value={email} />
);
