import type { Attempt, Ledger } from './ledger.ts';
import type { Shop } from './shop.ts';

export type StoredOrder = { id: string; ref: string; status: string };

/** Reads every order of the shop, once what was killed last answers again. The writers give each one a ref. */
export const listStored = async ({ website: { api } }: Shop) =>
  (await api.listOrders({}, { maxRetries: 10 }).toArray()) as StoredOrder[];

const askersAtOnce = 8;

/** Whether the hub returns the order as it was acknowledged, apart from a later update of its status. */
async function isKept({ client, order, update }: Attempt): Promise<boolean> {
  const { status, body } = await client.call(`GET /location/orders/${order?.id ?? ''}`);
  if (status !== 200) return false;
  const hasStatus = update === undefined || update === 'refused' ? ['new'] : ['accepted'];
  if (update === 'unknown') hasStatus.push('new');
  return hasStatus.includes(body.status) && JSON.stringify({ ...body, status: 'new' }) === JSON.stringify(order);
}

/** Retrieves every acknowledged order by its id. Returns the refs of those that are missing or different. */
export async function findLost({ attempts }: Ledger): Promise<Set<string>> {
  const acknowledged = [...attempts.values()].filter(({ outcome }) => outcome === 'acknowledged');
  const lost = new Set<string>();
  const ask = async () => {
    for (let attempt = acknowledged.pop(); attempt; attempt = acknowledged.pop()) {
      if (!(await isKept(attempt))) lost.add(attempt.ref);
    }
  };
  await Promise.all(Array.from({ length: askersAtOnce }, ask));
  return lost;
}
