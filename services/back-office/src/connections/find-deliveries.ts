import { ApiError } from '@order-hub/shared/errors';
import type { Ask } from '@order-hub/shared/internal-call';
import { describeConnections } from '@order-hub/shared/events-calls';
import type { z } from 'zod';

/** What became of a connection's callback. 'away': it cannot be shown at the moment. */
export type Deliveries = z.output<typeof describeConnections.reply>['connections'][number] | 'away';

type Asked = { id: string; account_id: string | null };

/** What became of the callback of a connection. Null for one without an account, which can have none. */
export async function findDeliveries(
  ask: Ask,
  { requestId }: { requestId: string },
  { id, account_id }: Asked,
): Promise<Deliveries | null> {
  if (account_id === null) return null;
  try {
    const answer = await ask(describeConnections, {
      params: {},
      body: { account_id, connection_ids: [id] },
      requestId,
    });
    return answer?.connections[0] ?? 'away';
  } catch (error) {
    if (error instanceof ApiError) return 'away';
    throw error;
  }
}
