import { sessionOf } from '../sessions/browser-context.ts';
import type { Database } from '@order-hub/shared/database';
import { Form, TextField } from '@order-hub/pages/form';
import { Layout } from '@order-hub/pages/layout';
import { page } from '@order-hub/pages/page';
import { goTo } from '@order-hub/pages/replies';
import { changePassword } from './change-password.ts';
import { NewPasswordField } from '../credentials/password-fields.tsx';
import { passwordChangeForm } from '../credentials/password.schema.ts';

export const passwordPage = page('/back-office/profile/password', {
  summary: 'Change the password',
  who: 'user',
  show: (_data, visit, form) => (
    <Layout title="Change your password" visit={visit} trail={[{ label: 'Profile', href: '/back-office/profile' }]}>
      <section>
        <p>Every other browser in which you are logged in will be logged out.</p>
        <Form visit={visit} form={form} submit="Change the password" cancel="/back-office/profile">
          <input type="hidden" name="email" autocomplete="username" value={visit.user.email} />
          <TextField
            form={form}
            name="password"
            label="Current password"
            type="password"
            autocomplete="current-password"
            required
          />
          <NewPasswordField form={form} />
        </Form>
      </section>
    </Layout>
  ),
  form: passwordChangeForm,
  async submit({ form }, visit, deps: { db: Database }) {
    const session = await changePassword(deps, sessionOf(visit), {}, form);
    return goTo(visit, '/back-office/profile', { session, notice: 'Your password has been changed.' });
  },
});
