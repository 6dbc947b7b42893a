import { browserContextOf } from '../sessions/browser-context.ts';
import type { Database } from '@order-hub/shared/database';
import type { LogInLimits } from '../attempts/attempts.ts';
import { findWaitingClient } from '../authorization-requests/find-waiting-client.ts';
import { prefilledFields } from '../authorization-requests/prefilled-fields.ts';
import { timezoneOf } from '@order-hub/shared/country';
import { CountryField } from '@order-hub/pages/country-field';
import { continueQuery } from '@order-hub/pages/continue-query';
import { Name } from '@order-hub/pages/elements';
import { Form, RadioField, TextField } from '@order-hub/pages/form';
import { Layout } from '@order-hub/pages/layout';
import type { FormState } from '@order-hub/pages/declared-page';
import { page } from '@order-hub/pages/page';
import type { Visit } from '@order-hub/pages/visit';
import { goTo } from '@order-hub/pages/replies';
import { NewPasswordField } from '../credentials/password-fields.tsx';
import type { Mailing } from '../mails/queue-mail.ts';
import { businessOf, purposes, signUpFields } from './sign-up.schema.ts';
import { signUp, signUpWithoutBusiness } from './sign-up.ts';
import { texts } from './texts.ts';

type Deps = { db: Database; mailing: Mailing; logInLimits: LogInLimits };

/** Where developers start, unless another page of ours sent them here. */
const home = '/back-office';
const developersHome = '/back-office/clients';

type FieldsProps = { form: FormState; prefilled: ReturnType<typeof prefilledFields>; visit: Visit };

/** The style sheet hides them from those who develop applications. */
const BusinessFields = ({ form, prefilled, visit }: FieldsProps) => {
  const t = texts(visit);
  return (
    <div class="of-business">
      <h2>{t('your_business')}</h2>
      <TextField
        form={form}
        name="account_name"
        label={t('business_name')}
        value={prefilled.account_name}
        autocomplete="organization"
      />
      <TextField
        form={form}
        name="location_name"
        label={t('first_location')}
        hint={t('first_location_hint')}
        value={prefilled.location_name}
      />
      <CountryField form={form} value={prefilled.country || (visit.likelyCountry() ?? '')} decidesCurrency />
    </div>
  );
};

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
            <RadioField
              form={form}
              name="purpose"
              label={t('purpose')}
              value="business"
              choices={purposes.map((value) => ({ value, label: t(`for_${value}`), note: t(`about_${value}`) }))}
            />
            <h2>{t('you')}</h2>
            <TextField form={form} name="first_name" label={t('first_name')} autocomplete="given-name" />
            <TextField form={form} name="last_name" label={t('last_name')} autocomplete="family-name" />
            <TextField form={form} name="email" label={t('email')} type="email" autocomplete="username" required />
            <NewPasswordField form={form} name="password" label={t('password')} />
            <BusinessFields form={form} prefilled={prefilled} visit={visit} />
          </Form>
        </section>
        <p>{t('have_account', { link: (text) => <a href={logIn}>{text}</a> })}</p>
      </Layout>
    );
  },
  form: signUpFields,
  async submit({ query, form }, visit, deps: Deps) {
    const { first_name, last_name, email, password } = form;
    const person = { first_name, last_name, email, password };
    const ctx = browserContextOf(visit);
    const business = businessOf(form);
    if (business) return goTo(visit, query.continue, { session: await signUp(deps, ctx, {}, { ...person, business }) });
    const country = form.country ?? visit.likelyCountry();
    const timezone = country ? timezoneOf(country) : 'UTC';
    const session = await signUpWithoutBusiness(deps, ctx, {}, { ...person, timezone });
    return goTo(visit, query.continue === home ? developersHome : query.continue, { session });
  },
});
