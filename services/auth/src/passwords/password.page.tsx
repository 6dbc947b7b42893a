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
import { texts } from './texts.ts';

export const passwordPage = page('/back-office/profile/password', {
  summary: 'Change the password',
  who: 'user',
  show(_data, visit, form) {
    const t = texts(visit);
    return (
      <Layout title={t('change_yours')} visit={visit} trail={[{ label: t('profile'), href: '/back-office/profile' }]}>
        <section>
          <p>{t('others_logged_out')}</p>
          <Form visit={visit} form={form} submit={t('change')} cancel="/back-office/profile">
            <HiddenEmail email={visit.user.email} />
            <PasswordField form={form} label={t('current')} />
            <NewPasswordField form={form} name="new_password" label={t('new_password')} />
          </Form>
        </section>
      </Layout>
    );
  },
  form: passwordChangeForm,
  async submit({ form }, visit, deps: { db: Database; mailing: Mailing; logInLimits: LogInLimits }) {
    const session = await changePassword(deps, sessionContextOf(visit), {}, form);
    return goTo(visit, '/back-office/profile', { session, notice: texts(visit)('was_changed') });
  },
});
