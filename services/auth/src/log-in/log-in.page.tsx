import { browserOf } from '../sessions/browser-context.ts';
import type { Database } from '@order-hub/shared/database';
import { textUpTo } from '@order-hub/shared/texts';
import { z } from 'zod';
import { PasswordField } from '../credentials/password-fields.tsx';
import { findWaitingClient } from '../authorization-requests/find-waiting-client.ts';
import { continueQuery } from '@order-hub/pages/continue-query';
import { Form, TextField } from '@order-hub/pages/form';
import { Layout } from '@order-hub/pages/layout';
import { page } from '@order-hub/pages/page';
import { goTo } from '@order-hub/pages/replies';
import { logIn } from './log-in.ts';

export const logInPage = page('/back-office/log-in', {
  summary: 'Log in',
  who: 'anyone',
  query: continueQuery,
  load: async ({ query }, _visit, { db }: { db: Database }) => ({
    client: await findWaitingClient(db, query.continue),
    signUp: `/back-office/sign-up?continue=${encodeURIComponent(query.continue)}`,
  }),
  show: ({ client, signUp }, visit, form) => (
    <Layout title="Log in" visit={visit} width="narrow">
      {client !== null && <p>{`To connect ${client}.`}</p>}
      <section>
        <Form visit={visit} form={form} submit="Log in">
          <TextField form={form} name="email" label="Email address" type="email" autocomplete="username" required />
          <PasswordField form={form} />
        </Form>
      </section>
      <p>
        New here? <a href={signUp}>Create an account</a>
      </p>
      <p>Forgotten your password? Ask the operator of this hub for a link.</p>
    </Layout>
  ),
  form: z.object({ email: textUpTo(254), password: textUpTo(1_024) }),
  submit: async ({ query, form }, visit, deps: { db: Database }) =>
    goTo(visit, query.continue, { session: await logIn(deps, browserOf(visit), {}, form) }),
});
