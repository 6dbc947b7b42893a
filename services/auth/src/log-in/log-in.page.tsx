import { browserContextOf } from '../sessions/browser-context.ts';
import type { Database } from '@order-hub/shared/database';
import { emailCharsMax, passwordCharsMax } from '@order-hub/shared/management/users';
import { textUpTo } from '@order-hub/shared/texts';
import { z } from 'zod';
import type { LogInLimits } from '../attempts/attempts.ts';
import { PasswordField } from '../credentials/password-fields.tsx';
import { findWaitingClient } from '../authorization-requests/find-waiting-client.ts';
import { continueQuery } from '@order-hub/pages/continue-query';
import { Name } from '@order-hub/pages/elements';
import { Form, TextField } from '@order-hub/pages/form';
import { Layout } from '@order-hub/pages/layout';
import { page } from '@order-hub/pages/page';
import { goTo } from '@order-hub/pages/replies';
import type { Mailing } from '../mails/queue-mail.ts';
import { forgotPasswordPath } from '../passwords/paths.ts';
import { logIn } from './log-in.ts';
import { texts } from './texts.ts';

type Deps = { db: Database; mailing: Mailing; logInLimits: LogInLimits };

export const logInPage = page('/back-office/log-in', {
  summary: 'Log in',
  who: 'anyone',
  query: continueQuery,
  load: async ({ query }, _visit, { db, mailing }: Deps) => ({
    asks: mailing.isOn,
    client: await findWaitingClient(db, query.continue),
    signUp: `/back-office/sign-up?continue=${encodeURIComponent(query.continue)}`,
  }),
  show({ client, signUp, asks }, visit, form) {
    const t = texts(visit);
    return (
      <Layout title={t('log_in')} visit={visit} width="narrow">
        {client !== null && <p>{t('to_connect', { name: <Name>{client}</Name> })}</p>}
        <section>
          <Form visit={visit} form={form} submit={t('log_in')} refused={t('not_logged_in')}>
            <TextField form={form} name="email" label={t('email')} type="email" autocomplete="username" required />
            <PasswordField form={form} />
          </Form>
        </section>
        <p>{t('new_here', { link: (text) => <a href={signUp}>{text}</a> })}</p>
        <p>{asks ? <a href={forgotPasswordPath}>{t('forgot')}</a> : t('forgotten')}</p>
      </Layout>
    );
  },
  form: z.object({ email: textUpTo(emailCharsMax), password: textUpTo(passwordCharsMax) }),
  async submit({ query, form }, visit, deps: Deps) {
    const session = await logIn(deps, browserContextOf(visit), {}, form);
    if (session !== null) return goTo(visit, query.continue, { session });
    return goTo(visit, `/back-office/log-in/second-factor?continue=${encodeURIComponent(query.continue)}`);
  },
});
