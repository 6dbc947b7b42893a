import { TextField } from '@order-hub/pages/form';
import type { FormState } from '@order-hub/pages/declared-page';
import { texts } from './texts.ts';
import { useLanguage } from '@order-hub/pages/language-context';

type Props = { form: FormState; name: string; label: string };

/** The user's current password. */
export const PasswordField = ({ form, label }: { form: FormState; label?: string }) => (
  <TextField
    form={form}
    name="password"
    label={label ?? texts(useLanguage())('password')}
    type="password"
    autocomplete="current-password"
    required
  />
);

/** A new password. */
export const NewPasswordField = ({ form, name, label }: Props) => {
  const t = texts(useLanguage());
  return (
    <TextField
      form={form}
      name={name}
      label={label}
      hint={t('password_hint')}
      type="password"
      autocomplete="new-password"
      required
    />
  );
};

/** The email address of who is logged in, hidden, so that a password manager knows whose password is typed. */
export const HiddenEmail = ({ email }: { email: string }) => (
  <input type="hidden" name="email" autocomplete="username" value={email} />
);
