import { Form, TextField } from '@order-hub/pages/form';
import { Layout } from '@order-hub/pages/layout';
import { page } from '@order-hub/pages/page';
import { goTo } from '@order-hub/pages/replies';
import type { Database } from '@order-hub/shared/database';
import { emailCharsMax } from '@order-hub/shared/management/users';
import { textUpTo } from '@order-hub/shared/texts';
import { z } from 'zod';
import type { Mailing } from '../mails/queue-mail.ts';
import { browserContextOf } from '../sessions/browser-context.ts';
import { forgotPasswordPath } from './paths.ts';
import { sendPasswordLink } from './send-password-link.ts';

type Deps = { db: Database; mailing: Mailing };

export const forgotPasswordPage = page(forgotPasswordPath, {
  summary: 'Ask for a link with which to set a new password',
  who: 'anyone',
  query: { sent: textUpTo(1).default('') },
  load: ({ query }, _visit, { mailing }: Deps) => ({ isOn: mailing.isOn, isSent: query.sent !== '' }),
  show: ({ isOn, isSent }, visit, form) => (
    <Layout title="Forgot your password?" visit={visit} width="narrow">
      <section>
        {isOn ? (
          <>
            {isSent && (
              <p role="status">
                If someone uses this address here, a link is on its way to it. It works once, within an hour. Look into
                your spam folder too.
              </p>
            )}
            <Form visit={visit} form={form} submit={isSent ? 'Send another link' : 'Send me a link'}>
              <TextField form={form} name="email" label="Email address" type="email" autocomplete="username" required />
            </Form>
          </>
        ) : (
          <p>This hub sends no mail. Ask its operator for a link.</p>
        )}
      </section>
      <p>
        Remember your password? <a href="/back-office/log-in">Log in</a>
      </p>
    </Layout>
  ),
  form: z.object({ email: z.email('must be an email address').max(emailCharsMax, 'is too long') }),
  async submit({ form }, visit, deps: Deps) {
    await sendPasswordLink(deps, browserContextOf(visit), {}, form);
    return goTo(visit, `${forgotPasswordPath}?sent=1`);
  },
});
