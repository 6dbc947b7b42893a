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
  show: ({ asks, isValid }, visit, form) => (
    <Layout title="Set a new password" visit={visit} width="narrow">
      <section>
        {isValid ? (
          <Form visit={visit} form={form} submit="Set the password">
            <NewPasswordField form={form} name="new_password" label="New password" />
            <p class="hint">Every browser in which you are logged in will be logged out.</p>
          </Form>
        ) : (
          <>
            <p>This link is no longer valid. A link works once, within an hour, and a newer link replaces it.</p>
            <p>
              {asks ? (
                <a href={forgotPasswordPath}>Ask for a new link</a>
              ) : (
                'Ask the operator of this hub for a new link.'
              )}
            </p>
          </>
        )}
      </section>
      <p>
        Remember your password? <a href="/back-office/log-in">Log in</a>
      </p>
    </Layout>
  ),
  form: newPasswordForm,
  async submit({ query: { token }, form }, visit, deps: { db: Database; mailing: Mailing }) {
    await replacePassword(deps, browserContextOf(visit), {}, { token, password: form.new_password });
    return goTo(visit, logInThenReview, { notice: 'Your new password is set. Log in with it.' });
  },
});
