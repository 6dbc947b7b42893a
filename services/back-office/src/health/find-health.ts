import type { UserVisit } from '@order-hub/pages/visit';
import { ApiError } from '@order-hub/shared/errors';
import { describeConnections } from '@order-hub/shared/events-calls';
import type { ListedConnection } from '@order-hub/shared/management/connections';
import type { AskFor } from '@order-hub/shared/principal-call';
import { healthOf, type Health } from './health.ts';

/** How the apps of these connections do, at most 100, in their order. */
export async function findHealth(
  askFor: AskFor,
  visit: UserVisit,
  connections: readonly ListedConnection[],
): Promise<Health[]> {
  if (connections.length === 0) return [];
  const connection_ids = connections.map(({ id }) => id);
  const described = await askFor(describeConnections, visit, { params: {}, input: { connection_ids } }).catch(
    (error: unknown) => {
      if (error instanceof ApiError) return undefined;
      throw error;
    },
  );
  return connections.map((connection, at) =>
    healthOf(connection, described?.connections[at] ?? 'unavailable', visit.now),
  );
}
