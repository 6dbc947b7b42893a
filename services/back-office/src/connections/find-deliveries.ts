import type { UserVisit } from '@order-hub/pages/visit';
import { ApiError } from '@order-hub/shared/errors';
import { describeConnections, type ConnectionDeliveries } from '@order-hub/shared/events-calls';
import type { AskFor } from '@order-hub/shared/principal-call';

/** What became of a connection's callback. 'unavailable': events does not answer. */
export type Deliveries = ConnectionDeliveries | 'unavailable';

/** What became of the callback of the page's connection. Null for one without an account, which can have no callback. */
export async function findDeliveries(askFor: AskFor, visit: UserVisit, id: string): Promise<Deliveries | null> {
  if (!visit.place?.account_id) return null;
  try {
    const { connections } = await askFor(describeConnections, visit, { params: {}, input: { connection_ids: [id] } });
    return connections[0] ?? 'unavailable';
  } catch (error) {
    if (error instanceof ApiError) return 'unavailable';
    throw error;
  }
}
