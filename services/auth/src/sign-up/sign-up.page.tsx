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
import { Name } from '@order-hub/pages/elements';
import { Form, TextField } from '@order-hub/pages/form';
import { Layout } from '@order-hub/pages/layout';
import { page } from '@order-hub/pages/page';
import { goTo } from '@order-hub/pages/replies';
import { NewPasswordField } from '../credentials/password-fields.tsx';
import type { Mailing } from '../mails/queue-mail.ts';
import { signUp } from './sign-up.ts';
import { userFields } from '@order-hub/shared/management/users';
import { texts } from './texts.ts';

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
  show({ client, prefilled, logIn }, visit, form) {
    const t = texts(visit);
    return (
      <Layout title={t('title')} visit={visit} width="narrow">
        {client !== null && <p>{t('then_connect', { name: <Name>{client}</Name> })}</p>}
        <section>
          <Form visit={visit} form={form} submit={t('create')} refused={t('not_created')}>
            <h2>{t('you')}</h2>
            <TextField form={form} name="first_name" label={t('first_name')} autocomplete="given-name" />
            <TextField form={form} name="last_name" label={t('last_name')} autocomplete="family-name" />
            <TextField form={form} name="email" label={t('email')} type="email" autocomplete="username" required />
            <NewPasswordField form={form} name="password" label={t('password')} />
            <h2>{t('your_business')}</h2>
            <TextField
              form={form}
              name="account_name"
              label={t('business_name')}
              value={prefilled.account_name}
              autocomplete="organization"
              required
            />
            <TextField
              form={form}
              name="location_name"
              label={t('first_location')}
              hint={t('first_location_hint')}
              value={prefilled.location_name}
            />
            <CountryField form={form} value={prefilled.country || (visit.likelyCountry() ?? '')} decidesCurrency />
          </Form>
        </section>
        <p>{t('have_account', { link: (text) => <a href={logIn}>{text}</a> })}</p>
      </Layout>
    );
  },
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
