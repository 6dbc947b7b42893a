import { browserContextOf } from '../sessions/browser-context.ts';
import type { Database } from '@order-hub/shared/database';
import { z } from 'zod';
import type { LogInLimits } from '../attempts/attempts.ts';
import { findWaitingClient } from '../authorization-requests/find-waiting-client.ts';
import { prefilledFields } from '../authorization-requests/prefilled-fields.ts';
import { countryCode } from '@order-hub/shared/country';
import { CountryField } from '@order-hub/pages/country-field';
import { nameSchema, optionalName } from '@order-hub/shared/names';
import { continueQuery } from '@order-hub/pages/continue-query';
import { Form, TextField } from '@order-hub/pages/form';
import { Layout } from '@order-hub/pages/layout';
import { page } from '@order-hub/pages/page';
import { goTo } from '@order-hub/pages/replies';
import { NewPasswordField } from '../credentials/password-fields.tsx';
import type { Mailing } from '../mails/queue-mail.ts';
import { signUp } from './sign-up.ts';
import { userFields } from '@order-hub/shared/management/users';

type Deps = { db: Database; mailing: Mailing; logInLimits: LogInLimits };

export const signUpPage = page('/back-office/sign-up', {
  summary: 'Sign up',
  who: 'anyone',
  query: continueQuery,
  load: async ({ query }, _visit, { db }: Deps) => ({
    client: await findWaitingClient(db, query.continue),
    prefilled: prefilledFields(query.continue),
    logIn: `/back-office/log-in?continue=${encodeURIComponent(query.continue)}`,
  }),
  show: ({ client, prefilled, logIn }, visit, form) => (
    <Layout title="Create an account" visit={visit} width="narrow">
      {client !== null && <p>{`Then you can connect ${client}.`}</p>}
      <section>
        <Form visit={visit} form={form} submit="Create the account">
          <h2>You</h2>
          <TextField form={form} name="first_name" label="First name" autocomplete="given-name" />
          <TextField form={form} name="last_name" label="Last name" autocomplete="family-name" />
          <TextField form={form} name="email" label="Email address" type="email" autocomplete="username" required />
          <NewPasswordField form={form} name="password" label="Password" />
          <h2>Your business</h2>
          <TextField
            form={form}
            name="account_name"
            label="Name of the business"
            value={prefilled.account_name}
            autocomplete="organization"
            required
          />
          <TextField
            form={form}
            name="location_name"
            label="First location (optional)"
            hint="A restaurant or shop, such as its street. You can add more later."
            value={prefilled.location_name}
          />
          <CountryField form={form} value={prefilled.country || (visit.country ?? '')} decidesCurrency />
        </Form>
      </section>
      <p>
        Already have an account? <a href={logIn}>Log in</a>
      </p>
    </Layout>
  ),
  form: z.object({
    first_name: optionalName,
    last_name: optionalName,
    email: userFields.shape.email,
    password: userFields.shape.password,
    account_name: nameSchema,
    location_name: optionalName,
    country: countryCode,
  }),
  submit: async ({ query, form }, visit, deps: Deps) =>
    goTo(visit, query.continue, { session: await signUp(deps, browserContextOf(visit), {}, form) }),
});
