import { Form } from '@order-hub/pages/form';
import { Layout } from '@order-hub/pages/layout';
import { page } from '@order-hub/pages/page';
import { goTo } from '@order-hub/pages/replies';
import type { Database } from '@order-hub/shared/database';
import { textUpTo } from '@order-hub/shared/texts';
import { browserContextOf } from '../sessions/browser-context.ts';
import { isVerificationValid } from './find-verification.ts';
import { emailPath, verifyEmailPath } from './paths.ts';
import { texts } from './texts.ts';
import { verifyEmail } from './verify-email.ts';

const tokenCharsMax = 100;

/** The page that the link in the mail opens. It verifies nothing by itself: programs that check mails open links too. */
export const verifyEmailPage = page(verifyEmailPath, {
  summary: 'Confirm the email address, by a link',
  who: 'anyone',
  query: { token: textUpTo(tokenCharsMax).default('') },
  load: async ({ query }, { now }, { db }: { db: Database }) => ({
    isValid: await isVerificationValid(db, query.token, now),
  }),
  show({ isValid }, visit, form) {
    const t = texts(visit);
    return (
      <Layout title={t('confirm_title')} visit={visit} width="narrow">
        <section>
          {isValid ? (
            <Form visit={visit} form={form} submit={t('confirm')}>
              <p>{t('about_confirming')}</p>
            </Form>
          ) : (
            <>
              <p>{t('invalid')}</p>
              <p>
                <a href={emailPath}>{t('see_address')}</a>
              </p>
            </>
          )}
        </section>
      </Layout>
    );
  },
  async submit({ query: { token } }, visit, deps: { db: Database }) {
    await verifyEmail(deps, browserContextOf(visit), {}, { token });
    return goTo(visit, emailPath, { notice: texts(visit)('confirmed') });
  },
});
