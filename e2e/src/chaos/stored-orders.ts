import type { Shop } from './shop.ts';

export type StoredOrder = { id: string; ref: string; status: string };

/** Every order of the shop, by way of the paginated list. */
export async function listStored({ website: { call } }: Shop): Promise<StoredOrder[]> {
  const orders: StoredOrder[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const answer = await call(`GET /location/orders${cursor && `?cursor=${encodeURIComponent(cursor)}`}`);
    if (answer.status !== 200) throw new Error(`The list of orders: ${answer.status} ${JSON.stringify(answer.body)}`);
    orders.push(...(answer.body as StoredOrder[]));
    cursor = answer.headers.get('x-cursor-next');
  }
  return orders;
}
