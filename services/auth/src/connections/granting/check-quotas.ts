import type { Queryable } from '@order-hub/shared/database';
import { ApiError } from '@order-hub/shared/errors';
import { assertMayAddOne, type Quotas } from '../../quotas.ts';
import { countLiveConnections, type GrantTarget } from './existing-connection.store.ts';

/**
 * Throws 422, which names the quota, when the client may not have another connection there (docs/api/limits.md#quotas). A
 * connection that exists may always be granted again. Exact only while the place is locked (`lockGrantedPlace`).
 */
export async function assertMayConnect(db: Queryable, quotas: Quotas, target: GrantTarget): Promise<void> {
  const { is_known, of_client, of_account } = await countLiveConnections(db, target);
  if (is_known) return;
  assertMayAddOne(quotas, 'connectionsPerPlace', of_client);
  assertMayAddOne(quotas, 'connectionsPerAccount', of_account);
}

/** Why the client may not have another connection there; null when it may. */
export async function findQuotaFault(db: Queryable, quotas: Quotas, target: GrantTarget): Promise<ApiError | null> {
  try {
    await assertMayConnect(db, quotas, target);
    return null;
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
}
