import { sessionContextOf } from './browser-context.ts';
import type { Database } from '@order-hub/shared/database';
import { textUpTo } from '@order-hub/shared/texts';
import { z } from 'zod';
import { Section, Table, Tag, When } from '@order-hub/pages/elements';
import { Form } from '@order-hub/pages/form';
import { Layout } from '@order-hub/pages/layout';
import { page } from '@order-hub/pages/page';
import { goTo } from '@order-hub/pages/replies';
import type { UserVisit } from '@order-hub/pages/visit';
import { browserName } from './browsers/browser-name.ts';
import { closeOtherSession, closeOtherSessions } from './close-other-sessions.ts';
import { listUserSessions } from './list-user-sessions.ts';
import { handleOf, ownSession, type OpenSession } from './session.ts';

const path = '/back-office/profile/sessions';
const everyOther = 'others';

const LogOut = ({ visit, session }: { visit: UserVisit; session: OpenSession }) => (
  <form method="post">
    <input type="hidden" name="form_token" value={visit.formToken} />
    <input type="hidden" name="session" value={handleOf(session)} />
    <button aria-label={`Log out ${browserName(session.user_agent)}`}>Log out</button>
  </form>
);

const rowOf = (session: OpenSession, visit: UserVisit) => [
  browserName(session.user_agent),
  session.address ?? '–',
  <When at={session.created_at} timezone={visit.user.timezone} />,
  <When at={session.used_at} timezone={visit.user.timezone} />,
  session.id_digest === ownSession(visit).id_digest ? (
    <Tag tone="good">This browser</Tag>
  ) : (
    <LogOut visit={visit} session={session} />
  ),
];

/** The browsers in which the user is logged in. */
export const sessionsPage = page(path, {
  summary: 'The browsers in which the user is logged in',
  who: 'user',
  load: (_given, visit, deps: { db: Database }) => listUserSessions(deps, sessionContextOf(visit)),
  show: (sessions, visit, form) => (
    <Layout title="Browsers" visit={visit} trail={[{ label: 'Profile', href: '/back-office/profile' }]}>
      <Section title="Where you are logged in">
        <p>Don't recognise one of them? Log it out and change your password.</p>
        <Table
          label="Where you are logged in"
          heads={['Browser', 'Address', 'Logged in', 'Last used', 'State']}
          rows={sessions.map((session) => rowOf(session, visit))}
        />
      </Section>
      {sessions.length > 1 && (
        <Section title="Everywhere else">
          <p>This ends your session in every browser but this one.</p>
          <Form visit={visit} form={form} submit="Log out everywhere else" danger>
            <input type="hidden" name="session" value={everyOther} />
          </Form>
        </Section>
      )}
    </Layout>
  ),
  form: z.object({ session: textUpTo(64) }),
  async submit({ form: { session } }, visit, deps: { db: Database }) {
    if (session === everyOther) await closeOtherSessions(deps, sessionContextOf(visit));
    else await closeOtherSession(deps, sessionContextOf(visit), { handle: session });
    const notice = session === everyOther ? 'You are logged out everywhere else.' : 'The browser is logged out.';
    return goTo(visit, path, { notice });
  },
});
