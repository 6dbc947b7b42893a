import { isId } from '@order-hub/shared/ids';
import type { Page } from '@order-hub/shared/page';
import { rule } from '@order-hub/shared/rules';
import { parseScope } from '@order-hub/shared/scopes';
import { z } from 'zod';
import { Empty, Section, Table, When } from '@order-hub/pages/elements';
import type { UserVisit } from '@order-hub/pages/visit';
import { connectionPath } from '../paths/connection-path.ts';
import { ConnectionTag } from './connection-tag.tsx';
import type { ListedConnection } from '@order-hub/shared/management/connections';
import { permissionsInShort } from '@order-hub/pages/permissions';

/** How many connections a list shows at once. */
export const connectionsShownMax = 50;

/** The query of a page with a list of connections: the connection after which the list starts. */
export const connectionsQuery = {
  connections_after: z.string().check(rule(isId, 'must be the id of a connection')).optional(),
};

/** A link to the next page of a list of connections. */
export const MoreConnections = ({ next }: { next: string | null }) =>
  next === null ? null : (
    <p class="actions">
      <a class="button" href={`?connections_after=${next}`}>
        More connections
      </a>
    </p>
  );

/** A list of connections: `listUserConnections` finds them, and the page's query has `connectionsQuery`. */
export const ConnectionsSection = ({
  connections: { items, next },
  visit,
}: {
  connections: Page<ListedConnection>;
  visit: UserVisit;
}) => (
  <Section title="Connections">
    {items.length === 0 ? (
      <Empty>No app is connected yet. Start in the app: it sends you here to decide what it may do.</Empty>
    ) : (
      <Table
        label="Connections"
        heads={['App', 'Name', 'State', 'May use', 'Last used']}
        rows={items.map((connection) => [
          <a href={connectionPath(connection.id)}>{connection.client_name}</a>,
          connection.name ?? '–',
          <ConnectionTag status={connection.status} />,
          permissionsInShort(parseScope(connection.scope), visit),
          connection.used_at ? <When at={connection.used_at} timezone={visit.user.timezone} /> : 'not yet',
        ])}
      />
    )}
    <MoreConnections next={next} />
  </Section>
);
