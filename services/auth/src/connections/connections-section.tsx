import type { Page } from '@order-hub/shared/pagination';
import { parseScope } from '@order-hub/shared/scopes';
import { z } from 'zod';
import { Empty, Section, Table, When } from '../pages/elements.tsx';
import type { UserVisit } from '../pages/visit.ts';
import { connectionPath } from './connection-path.ts';
import { ConnectionTag } from './connection-tag.tsx';
import type { ListedConnection } from './own-connection.store.ts';
import { permissionsInShort } from './permissions.ts';

/** The query of a page that has a list of connections: after which one the page of the list begins. */
export const connectionsQuery = {
  connections_after: z
    .string()
    .regex(/^[\w-]{1,64}$/, 'must be the id of a connection')
    .optional(),
};

/** A way to the next page of a list of connections. */
export const MoreConnections = ({ next }: { next: string | null }) =>
  next === null ? null : (
    <p class="actions">
      <a class="button" href={`?connections_after=${next}`}>
        More connections
      </a>
    </p>
  );

/**
 * A list of connections, for the page of their place: `listPlaceConnections` finds them, and the page's query has
 * `connectionsQuery`.
 */
export const ConnectionsSection = ({
  connections: { items, next },
  visit,
}: {
  connections: Page<ListedConnection>;
  visit: UserVisit;
}) => (
  <Section title="Connections">
    {items.length === 0 ? (
      <Empty>
        A connection is what an application may do here. There is none yet: begin in the application, it sends you here
        to decide.
      </Empty>
    ) : (
      <Table
        label="Connections"
        heads={['Application', 'Name', 'State', 'May use', 'Last used']}
        rows={items.map((connection) => [
          <a href={connectionPath(connection.id)}>{connection.client_name}</a>,
          connection.name ?? '–',
          <ConnectionTag standing={connection} />,
          permissionsInShort(parseScope(connection.scope)),
          connection.used_at ? <When at={connection.used_at} timezone={visit.user.timezone} /> : 'not yet',
        ])}
      />
    )}
    <MoreConnections next={next} />
  </Section>
);
