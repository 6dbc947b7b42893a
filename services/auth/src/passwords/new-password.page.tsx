import { browserContextOf } from '../sessions/browser-context.ts';
import type { Database } from '@order-hub/shared/database';
import { textUpTo } from '@order-hub/shared/texts';
import { Form } from '@order-hub/pages/form';
import { Layout } from '@order-hub/pages/layout';
import { page } from '@order-hub/pages/page';
import { goTo } from '@order-hub/pages/replies';
import type { Mailing } from '../mails/queue-mail.ts';
import { findLinkOwner } from './find-link-owner.ts';
import { NewPasswordField } from '../credentials/password-fields.tsx';
import { forgotPasswordPath, newPasswordPath } from './paths.ts';
import { replacePassword } from './replace-password.ts';
import { newPasswordForm } from '../credentials/password.schema.ts';
import { texts } from './texts.ts';

const tokenCharsMax = 100;

/** Whoever knew the old password may have connected an app: the back office shows all of them after the log-in. */
const logInThenReview = `/back-office/log-in?continue=${encodeURIComponent('/back-office/profile/connections')}`;

/** The page that a password link opens. */
export const newPasswordPage = page(newPasswordPath, {
  summary: 'Set a new password, by a link',
  who: 'anyone',
  query: { token: textUpTo(tokenCharsMax).default('') },
  load: async ({ query }, { now }, { db, mailing }: { db: Database; mailing: Mailing }) => ({
    asks: mailing.isOn,
    isValid: (await findLinkOwner(db, query.token, now)) !== undefined,
  }),
  show({ asks, isValid }, visit, form) {
    const t = texts(visit);
    return (
      <Layout title={t('title_new')} visit={visit} width="narrow">
        <section>
          {isValid ? (
            <Form visit={visit} form={form} submit={t('set')}>
              <NewPasswordField form={form} name="new_password" label={t('new_password')} />
              <p class="hint">{t('all_logged_out')}</p>
            </Form>
          ) : (
            <>
              <p>{t('link_over')}</p>
              <p>{asks ? <a href={forgotPasswordPath}>{t('ask_new')}</a> : t('ask_link')}</p>
            </>
          )}
        </section>
        <p>{t('remember', { link: (text) => <a href="/back-office/log-in">{text}</a> })}</p>
      </Layout>
    );
  },
  form: newPasswordForm,
  async submit({ query: { token }, form }, visit, deps: { db: Database; mailing: Mailing }) {
    await replacePassword(deps, browserContextOf(visit), {}, { token, password: form.new_password });
    return goTo(visit, logInThenReview, { notice: texts(visit)('was_set') });
  },
});
