import {
  disconnectConnection,
  listLiveConnections,
  type ListedConnection,
} from '@order-hub/shared/management/connections';
import { listOwnPeople } from '@order-hub/shared/management/members';
import { listOwnFactors } from '@order-hub/shared/management/users';
import type { AskFor } from '@order-hub/shared/principal-call';
import { parseScope } from '@order-hub/shared/scopes';
import { textUpTo } from '@order-hub/shared/texts';
import { z } from 'zod';
import { Empty, Section, Table, When } from '@order-hub/pages/elements';
import { Form } from '@order-hub/pages/form';
import { Layout } from '@order-hub/pages/layout';
import { page } from '@order-hub/pages/page';
import { permissionsInShort } from '@order-hub/pages/permissions';
import { goTo } from '@order-hub/pages/replies';
import type { UserVisit } from '@order-hub/pages/visit';
import { connectionsQuery, connectionsShownMax, MoreConnections } from '../connections/connections-section.tsx';
import { connectionPath } from '../paths/connection-path.ts';
import { profilePath } from '../paths/profile-path.ts';
import { FactorReview, PeopleReview } from './review-sections.tsx';
import { texts } from './texts.ts';

const path = `${profilePath}/connections` as const;
const everyShown = 'all';

const find = (askFor: AskFor, visit: UserVisit, after?: string) =>
  askFor(listLiveConnections, visit, { params: {}, input: { after, count: connectionsShownMax } });

const Disconnect = ({ visit, connection }: { visit: UserVisit; connection: ListedConnection }) => (
  <form method="post">
    <input type="hidden" name="form_token" value={visit.formToken} />
    <input type="hidden" name="connection" value={connection.id} />
    <button class="danger" aria-label={texts(visit)('disconnect_named', { name: connection.client_name })}>
      {texts(visit)('disconnect')}
    </button>
  </form>
);

const rowOf = (connection: ListedConnection, visit: UserVisit) => [
  <a href={connectionPath(connection.id)}>{connection.client_name}</a>,
  connection.location_name ?? connection.account_name ?? texts(visit)('your_profile'),
  permissionsInShort(parseScope(connection.scope), visit),
  <When at={connection.created_at} timezone={visit.user.timezone} />,
  <Disconnect visit={visit} connection={connection} />,
];

/** The user's connections everywhere, and what else may let somebody in. A user comes here after setting a new password by a link. */
export const liveConnectionsPage = page(path, {
  summary: 'The connections, people and second factors of the user in all accounts, to review them',
  who: 'user',
  query: connectionsQuery,
  async load({ query: { connections_after } }, visit, { askFor }: { askFor: AskFor }) {
    const [connections, people, factors] = await Promise.all([
      find(askFor, visit, connections_after),
      askFor(listOwnPeople, visit, { params: {} }),
      askFor(listOwnFactors, visit, { params: {} }),
    ]);
    return { ...connections, people: people.items, factors: factors.items };
  },
  show({ items, next, people, factors }, visit, form) {
    const t = texts(visit);
    return (
      <Layout title={t('connected_apps')} visit={visit} trail={[{ label: t('profile'), href: profilePath }]}>
        <Section
          title={t('what_is_connected')}
          action={{ label: items.length > 0 ? t('keep_all') : t('to_accounts'), href: '/back-office' }}
        >
          <p>{t('review')}</p>
          {items.length === 0 ? (
            <Empty>{t('none_connected')}</Empty>
          ) : (
            <Table
              label={t('what_is_connected')}
              heads={[t('app'), t('place'), t('may_use'), t('connected'), t('action')]}
              rows={items.map((connection) => rowOf(connection, visit))}
            />
          )}
          <MoreConnections next={next} />
        </Section>
        {items.length > 1 && (
          <Section title={t('all_of_them')}>
            <p>{t('connect_again')}</p>
            <Form visit={visit} form={form} submit={t('disconnect_all')} danger>
              <input type="hidden" name="connection" value={everyShown} />
            </Form>
          </Section>
        )}
        <PeopleReview people={people} visit={visit} />
        <FactorReview factors={factors} visit={visit} />
      </Layout>
    );
  },
  form: z.object({ connection: textUpTo(64) }),
  async submit({ query, form: { connection } }, visit, { askFor }) {
    const listed = connection === everyShown ? (await find(askFor, visit, query.connections_after)).items : [];
    const ids = connection === everyShown ? listed.map(({ id }) => id) : [connection];
    for (const connection_id of ids) await askFor(disconnectConnection, visit, { params: { connection_id } });
    const notice = texts(visit)(connection === everyShown ? 'all_disconnected' : 'one_disconnected');
    return goTo(visit, path, { notice });
  },
});
