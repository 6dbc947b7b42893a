import type { LogInLimits } from '../../attempts/attempts.ts';
import type { Database } from '@order-hub/shared/database';
import { z } from 'zod';
import { passkeysScript } from '@order-hub/pages/assets';
import { continueQuery } from '@order-hub/pages/continue-query';
import { Name } from '@order-hub/pages/elements';
import { Form } from '@order-hub/pages/form';
import { Layout } from '@order-hub/pages/layout';
import { page } from '@order-hub/pages/page';
import { goTo } from '@order-hub/pages/replies';
import { browserContextOf } from '../../sessions/browser-context.ts';
import { findPendingSession } from '../../sessions/pending/find-pending-session.ts';
import type { Mailing } from '../../mails/queue-mail.ts';
import { logInWithSecondFactor } from '../log-in-with-second-factor.ts';
import { beginPasskeyUse } from '../passkeys/begin-passkey.ts';
import { proofFields } from '../second-factor.schema.ts';
import { ProofFields } from './proof-fields.tsx';
import { texts } from './texts.ts';

type Deps = {
  db: Database;
  mailing: Mailing;
  encryptionKeys: readonly string[];
  publicUrl: string;
  logInLimits: LogInLimits;
};

/** The second step of logging in, for users who have a second factor. */
export const proveSecondFactorPage = page('/back-office/log-in/second-factor', {
  summary: 'Log in: the second factor',
  who: 'anyone',
  query: continueQuery,
  async load({ query }, visit, deps: Deps) {
    const user = await findPendingSession(deps, visit);
    return {
      logIn: `/back-office/log-in?continue=${encodeURIComponent(query.continue)}`,
      user,
      passkeyOptions: user ? await beginPasskeyUse(deps, visit, user.id) : null,
    };
  },
  show({ user, passkeyOptions, logIn }, visit, form) {
    const t = texts(visit);
    return (
      <Layout
        title={t('confirm_log_in')}
        visit={visit}
        width="narrow"
        {...(passkeyOptions && { script: passkeysScript })}
      >
        <section>
          {user ? (
            <Form visit={visit} form={form} submit={t('log_in')} refused={t('not_logged_in')} cancel={logIn}>
              <p>{t('your_factor', { email: <Name>{user.email}</Name> })}</p>
              <ProofFields form={form} passkeyOptions={passkeyOptions} autofocus />
            </Form>
          ) : (
            <>
              <p>{t('password_first')}</p>
              <p class="actions">
                <a class="button primary" href={logIn}>
                  {t('log_in')}
                </a>
              </p>
            </>
          )}
        </section>
        {user && <p>{t('lost_factor')}</p>}
      </Layout>
    );
  },
  form: z.object(proofFields),
  submit: async ({ query, form }, visit, deps: Deps) =>
    goTo(visit, query.continue, { session: await logInWithSecondFactor(deps, browserContextOf(visit), {}, form) }),
});
