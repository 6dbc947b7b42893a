import { Name } from '@order-hub/pages/elements';
import { Form } from '@order-hub/pages/form';
import { Layout } from '@order-hub/pages/layout';
import type { FormState } from '@order-hub/pages/declared-page';
import { page } from '@order-hub/pages/page';
import { goTo } from '@order-hub/pages/replies';
import type { Visit } from '@order-hub/pages/visit';
import type { Database } from '@order-hub/shared/database';
import type { Role } from '@order-hub/shared/roles';
import { browserContextOf } from '../../sessions/browser-context.ts';
import { lookUpUserPlace } from '../../places/find-user-place.ts';
import type { Mailing } from '../../mails/queue-mail.ts';
import { acceptInvitation } from './accept-invitation.ts';
import { findOpenInvitation } from './find-open-invitation.ts';
import type { OpenInvitation } from './invitation.store.ts';
import { joinSignUpPath, logInPath, tokenQuery } from './join-path.ts';
import { InvitationOver, Invited } from './join-words.tsx';
import { texts } from './texts.ts';

type Deps = { db: Database; mailing: Mailing };

const FirstLogIn = ({ visit, token }: { visit: Visit; token: string }) => {
  const t = texts(visit);
  return (
    <>
      <p>{t('first_log_in')}</p>
      <p class="actions">
        <a class="button primary" href={logInPath(token)}>
          {t('log_in')}
        </a>
        <a class="button" href={joinSignUpPath(token)}>
          {t('sign_up')}
        </a>
      </p>
    </>
  );
};

const Accept = ({ visit, form, email }: { visit: Visit; form: FormState; email: string }) => {
  const t = texts(visit);
  return (
    <>
      <p>{t('as_user', { email: <Name>{email}</Name> })}</p>
      <Form visit={visit} form={form} submit={t('accept')} />
      <p>{t('other_user', { link: (text) => <a href="/back-office/log-out">{text}</a> })}</p>
    </>
  );
};

type RoleProps = { invitation: OpenInvitation; visit: Visit; role: Role };

/** For the owner and for members, who cannot accept it. */
const HasRole = ({ invitation: { location_id, location_name }, visit, role }: RoleProps) => {
  const t = texts(visit);
  return (
    <>
      <p>{role === 'owner' ? t('owns') : t('works')}</p>
      <p>
        <a href={`/back-office/locations/${location_id}`}>
          {t('open_location', { location: <Name>{location_name}</Name> })}
        </a>
      </p>
    </>
  );
};

const titleOf = (invitation: OpenInvitation | undefined, visit: Visit) =>
  invitation ? texts(visit)('join', { location: <Name>{invitation.location_name}</Name> }) : texts(visit)('invitation');

/** What the link of an invitation opens (docs/api/back-office.md#people). */
export const joinPage = page('/back-office/join', {
  summary: 'An invitation to work at a location',
  who: 'anyone',
  query: tokenQuery,
  async load({ query: { token } }, { now, user }, deps: Deps) {
    const invitation = await findOpenInvitation(deps, token, now);
    const place =
      user && invitation && (await lookUpUserPlace(deps.db, user.id, { location_id: invitation.location_id }));
    return { token, invitation, role: place?.role ?? null };
  },
  show: ({ token, invitation, role }, visit, form) => (
    <Layout title={titleOf(invitation, visit)} visit={visit} width="narrow">
      {!invitation && <InvitationOver visit={visit} />}
      {invitation && (
        <section>
          <Invited invitation={invitation} visit={visit} />
          {visit.user && role !== null && <HasRole invitation={invitation} visit={visit} role={role} />}
          {visit.user && role === null && <Accept visit={visit} form={form} email={visit.user.email} />}
          {!visit.user && <FirstLogIn visit={visit} token={token} />}
        </section>
      )}
    </Layout>
  ),
  async submit({ query: { token } }, visit, deps: Deps) {
    const { session, ...browser } = browserContextOf(visit);
    if (!session) return goTo(visit, logInPath(token));
    const { location_id, location_name } = await acceptInvitation(deps, { ...browser, session }, {}, { token });
    const notice = texts(visit)('joined', { location: location_name });
    return goTo(visit, `/back-office/locations/${location_id}`, { notice });
  },
});
