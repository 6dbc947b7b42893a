import { Name } from '@order-hub/pages/elements';
import { Form, TextField } from '@order-hub/pages/form';
import { Layout } from '@order-hub/pages/layout';
import { page } from '@order-hub/pages/page';
import { goTo } from '@order-hub/pages/replies';
import type { Database } from '@order-hub/shared/database';
import { invalid } from '@order-hub/shared/errors';
import { userFields } from '@order-hub/shared/management/users';
import { optionalName } from '@order-hub/shared/names';
import { z } from 'zod';
import type { LogInLimits } from '../../attempts/attempts.ts';
import { NewPasswordField } from '../../credentials/password-fields.tsx';
import { browserContextOf } from '../../sessions/browser-context.ts';
import type { Mailing } from '../../mails/queue-mail.ts';
import { signUpWithoutBusiness } from '../../sign-up/sign-up.ts';
import { findOpenInvitation } from './find-open-invitation.ts';
import { joinPath, logInPath, tokenQuery } from './join-path.ts';
import { InvitationOver, Invited } from './join-words.tsx';
import { texts } from './texts.ts';

type Deps = { db: Database; mailing: Mailing; logInLimits: LogInLimits };

/** Signing up without a business, for people who are invited. */
export const joinSignUpPage = page('/back-office/join/sign-up', {
  summary: 'Sign up to work at a location',
  who: 'anyone',
  query: tokenQuery,
  load: async ({ query: { token } }, { now }, deps: Deps) => ({
    token,
    invitation: await findOpenInvitation(deps, token, now),
  }),
  show({ token, invitation }, visit, form) {
    const t = texts(visit);
    if (!invitation) {
      return (
        <Layout title={t('sign_up')} visit={visit} width="narrow">
          <InvitationOver visit={visit} />
        </Layout>
      );
    }
    const { location_name, email } = invitation;
    return (
      <Layout title={t('sign_up_for', { location: <Name>{location_name}</Name> })} visit={visit} width="narrow">
        <Invited invitation={invitation} visit={visit} />
        <section>
          <Form visit={visit} form={form} submit={t('sign_up')}>
            <TextField form={form} name="first_name" label={t('first_name')} autocomplete="given-name" />
            <TextField form={form} name="last_name" label={t('last_name')} autocomplete="family-name" />
            <TextField
              form={form}
              name="email"
              label={t('email')}
              type="email"
              value={email}
              autocomplete="username"
              required
            />
            <NewPasswordField form={form} name="password" label={t('password')} />
          </Form>
        </section>
        <p>
          <a href={logInPath(token)}>{t('log_in')}</a>
        </p>
      </Layout>
    );
  },
  form: z.object({
    first_name: optionalName,
    last_name: optionalName,
    email: userFields.shape.email,
    password: userFields.shape.password,
  }),
  async submit({ query: { token }, form }, visit, deps: Deps) {
    const invitation = await findOpenInvitation(deps, token, visit.now);
    if (!invitation) throw invalid('invitation', 'expired', 'is no longer valid');
    const person = { ...form, timezone: invitation.timezone };
    const session = await signUpWithoutBusiness(deps, browserContextOf(visit), {}, person);
    return goTo(visit, joinPath(token), { session });
  },
});
