import { Facts, Name } from '@order-hub/pages/elements';
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
import { texts } from './texts.ts';

type Deps = { db: Database; mailing: Mailing };

/** The user's address, and whether it is verified. */
export const emailPage = page(emailPath, {
  summary: 'The email address of the user, to confirm it',
  who: 'user',
  load: async (_given, visit, { db, mailing }: Deps) => ({
    isOn: mailing.isOn,
    isVerified: await isEmailVerified(db, visit.user.id),
  }),
  show({ isOn, isVerified }, visit, form) {
    const t = texts(visit);
    return (
      <Layout title={t('title')} visit={visit} trail={[{ label: t('profile'), href: '/back-office/profile' }]}>
        <section>
          <Facts
            facts={[
              [t('title'), <Name>{visit.user.email}</Name>],
              [t('is_confirmed'), isVerified ? t('yes') : t('not_yet')],
            ]}
          />
          {!isVerified && isOn && (
            <Form visit={visit} form={form} submit={t('send')}>
              <p>{t('about_sending')}</p>
            </Form>
          )}
          {!isVerified && !isOn && <p>{t('off')}</p>}
        </section>
      </Layout>
    );
  },
  async submit(_given, visit, deps: Deps) {
    const t = texts(visit);
    const isSent = await resendVerification(deps, sessionContextOf(visit));
    return goTo(visit, emailPath, { notice: isSent ? t('sent') : t('wait') });
  },
});
