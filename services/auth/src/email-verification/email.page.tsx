import { Facts } from '@order-hub/pages/elements';
import { Form } from '@order-hub/pages/form';
import { Layout } from '@order-hub/pages/layout';
import { page } from '@order-hub/pages/page';
import { goTo } from '@order-hub/pages/replies';
import type { Database } from '@order-hub/shared/database';
import type { Mailing } from '../mails/queue-mail.ts';
import { sessionContextOf } from '../sessions/browser-context.ts';
import { isEmailVerified } from '../users/emails/check-email-verified.ts';
import { emailPath } from './paths.ts';
import { resendVerification } from './resend-verification.ts';

type Deps = { db: Database; mailing: Mailing };

/** The user's address, and whether it is verified. */
export const emailPage = page(emailPath, {
  summary: 'The email address of the user, to confirm it',
  who: 'user',
  load: async (_given, visit, { db, mailing }: Deps) => ({
    isOn: mailing.isOn,
    isVerified: await isEmailVerified(db, visit.user.id),
  }),
  show: ({ isOn, isVerified }, visit, form) => (
    <Layout title="Email address" visit={visit} trail={[{ label: 'Profile', href: '/back-office/profile' }]}>
      <section>
        <Facts
          facts={[
            ['Email address', visit.user.email],
            ['Confirmed', isVerified ? 'Yes' : 'Not yet'],
          ]}
        />
        {isVerified || !isOn ? null : (
          <Form visit={visit} form={form} submit="Send the link again">
            <p>We have sent you a mail with a link. Open it to confirm that this is your address.</p>
          </Form>
        )}
        {!isVerified && !isOn && <p>This hub sends no mail, so it cannot confirm addresses.</p>}
      </section>
    </Layout>
  ),
  async submit(_given, visit, deps: Deps) {
    await resendVerification(deps, sessionContextOf(visit));
    return goTo(visit, emailPath, { notice: 'A mail with a link is on its way to you.' });
  },
});
