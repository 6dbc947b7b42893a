import { isId } from '@order-hub/shared/ids';
import type { Page } from '@order-hub/shared/page';
import { rule } from '@order-hub/shared/rules';
import { parseScope } from '@order-hub/shared/scopes';
import { z } from 'zod';
import { Empty, Name, Section, Table, When } from '@order-hub/pages/elements';
import type { UserVisit } from '@order-hub/pages/visit';
import { connectionPath } from '../paths/connection-path.ts';
import { ConnectionTag } from './connection-tag.tsx';
import type { ListedConnection } from '@order-hub/shared/management/connections';
import { permissionsInShort } from '@order-hub/pages/permissions';
import { texts } from './texts.ts';
import { useLanguage } from '@order-hub/pages/language-context';

/** How many connections a list shows at once. */
export const connectionsShownMax = 50;

/** The query of a page with a list of connections: the connection after which the list starts. */
export const connectionsQuery = {
  connections_after: z
    .string()
    .check(rule(isId, 'wrong_format', 'must be the id of a connection'))
    .optional(),
};

/** A link to the next page of a list of connections. */
export const MoreConnections = ({ next }: { next: string | null }) => {
  const t = texts(useLanguage());
  if (next === null) return null;
  return (
    <p class="actions">
      <a class="button" href={`?connections_after=${next}`}>
        {t('more_connections')}
      </a>
    </p>
  );
};

/** An app, and the name of its connection if it has one. */
const AppLink = ({ connection: { id, client_name, name } }: { connection: ListedConnection }) => (
  <>
    <a href={connectionPath(id)}>{client_name}</a>
    {name !== null && (
      <small class="below">
        <Name>{name}</Name>
      </small>
    )}
  </>
);

/** A list of connections: `listUserConnections` finds them, and the page's query has `connectionsQuery`. */
export const ConnectionsSection = ({
  connections: { items, next },
  visit,
}: {
  connections: Page<ListedConnection>;
  visit: UserVisit;
}) => {
  const t = texts(visit);
  return (
    <Section title={t('connections')}>
      {items.length === 0 ? (
        <Empty>{t('none_connected')}</Empty>
      ) : (
        <Table
          label={t('connections')}
          heads={[t('app'), t('state'), t('may_use'), t('last_used')]}
          rows={items.map((connection) => [
            <AppLink connection={connection} />,
            <ConnectionTag status={connection.status} />,
            permissionsInShort(parseScope(connection.scope), visit),
            connection.used_at ? <When at={connection.used_at} timezone={visit.user.timezone} /> : t('not_yet'),
          ])}
        />
      )}
      <MoreConnections next={next} />
    </Section>
  );
};
