import { sessionContextOf } from '../browser-context.ts';
import type { Database } from '@order-hub/shared/database';
import { textUpTo } from '@order-hub/shared/texts';
import { z } from 'zod';
import { Name, Section, Table, Tag, When } from '@order-hub/pages/elements';
import { Form } from '@order-hub/pages/form';
import { Layout } from '@order-hub/pages/layout';
import { page } from '@order-hub/pages/page';
import { goTo } from '@order-hub/pages/replies';
import type { UserVisit } from '@order-hub/pages/visit';
import { browserName } from '../../audit/browser-name.ts';
import { closeOtherSession, closeOtherSessions } from '../close-other-sessions.ts';
import { listUserSessions } from '../list-user-sessions.ts';
import { handleOf, ownSession, type OpenSession } from '../session.ts';
import { texts } from './texts.ts';
import { useLanguage } from '@order-hub/pages/language-context';

const path = '/back-office/profile/sessions';
const everyOther = 'others';

/** A browser that says its name, or nothing. */
const nameOf = ({ user_agent }: OpenSession, visit: UserVisit) =>
  user_agent ? browserName(user_agent) : texts(visit)('unknown_browser');

const LogOut = ({ visit, session }: { visit: UserVisit; session: OpenSession }) => {
  const t = texts(useLanguage());
  return (
    <form method="post">
      <input type="hidden" name="form_token" value={visit.formToken} />
      <input type="hidden" name="session" value={handleOf(session)} />
      <button aria-label={t('log_out_named', { name: nameOf(session, visit) })}>{t('log_out')}</button>
    </form>
  );
};

const rowOf = (session: OpenSession, visit: UserVisit) => [
  <Name>{nameOf(session, visit)}</Name>,
  session.address ?? '–',
  <When at={session.created_at} timezone={visit.user.timezone} />,
  <When at={session.used_at} timezone={visit.user.timezone} />,
  session.id_digest === ownSession(visit).id_digest ? (
    <Tag tone="good">{texts(visit)('this_browser')}</Tag>
  ) : (
    <LogOut visit={visit} session={session} />
  ),
];

/** The browsers in which the user is logged in. */
export const sessionsPage = page(path, {
  summary: 'The browsers in which the user is logged in',
  who: 'user',
  load: (_given, visit, deps: { db: Database }) => listUserSessions(deps, sessionContextOf(visit)),
  show(sessions, visit, form) {
    const t = texts(visit);
    return (
      <Layout title={t('browsers')} visit={visit} trail={[{ label: t('profile'), href: '/back-office/profile' }]}>
        <Section title={t('where')} action={{ label: t('history'), href: '/back-office/profile/history' }}>
          <p>{t('not_yours')}</p>
          <Table
            label={t('where')}
            heads={[t('browser'), t('address'), t('logged_in'), t('last_used'), t('state')]}
            rows={sessions.map((session) => rowOf(session, visit))}
          />
        </Section>
        {sessions.length > 1 && (
          <Section title={t('elsewhere')}>
            <p>{t('ends_elsewhere')}</p>
            <Form visit={visit} form={form} submit={t('log_out_elsewhere')} danger>
              <input type="hidden" name="session" value={everyOther} />
            </Form>
          </Section>
        )}
      </Layout>
    );
  },
  form: z.object({ session: textUpTo(64) }),
  async submit({ form: { session } }, visit, deps: { db: Database }) {
    if (session === everyOther) await closeOtherSessions(deps, sessionContextOf(visit));
    else await closeOtherSession(deps, sessionContextOf(visit), { handle: session });
    const notice = texts(visit)(session === everyOther ? 'was_logged_out_elsewhere' : 'was_logged_out');
    return goTo(visit, path, { notice });
  },
});
