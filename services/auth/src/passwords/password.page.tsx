import { sessionContextOf } from '../sessions/browser-context.ts';
import type { Database } from '@order-hub/shared/database';
import { Form } from '@order-hub/pages/form';
import { Layout } from '@order-hub/pages/layout';
import { page } from '@order-hub/pages/page';
import { goTo } from '@order-hub/pages/replies';
import type { LogInLimits } from '../attempts/attempts.ts';
import type { Mailing } from '../mails/queue-mail.ts';
import { changePassword } from './change-password.ts';
import { HiddenEmail, NewPasswordField, PasswordField } from '../credentials/password-fields.tsx';
import { passwordChangeForm } from '../credentials/password.schema.ts';

export const passwordPage = page('/back-office/profile/password', {
  summary: 'Change the password',
  who: 'user',
  show: (_data, visit, form) => (
    <Layout title="Change your password" visit={visit} trail={[{ label: 'Profile', href: '/back-office/profile' }]}>
      <section>
        <p>Every other browser in which you are logged in will be logged out.</p>
        <Form visit={visit} form={form} submit="Change the password" cancel="/back-office/profile">
          <HiddenEmail email={visit.user.email} />
          <PasswordField form={form} label="Current password" />
          <NewPasswordField form={form} name="new_password" label="New password" />
        </Form>
      </section>
    </Layout>
  ),
  form: passwordChangeForm,
  async submit({ form }, visit, deps: { db: Database; mailing: Mailing; logInLimits: LogInLimits }) {
    const session = await changePassword(deps, sessionContextOf(visit), {}, form);
    return goTo(visit, '/back-office/profile', { session, notice: 'Your password has been changed.' });
  },
});
