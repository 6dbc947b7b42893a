/** Requests to an orders service with a filled table, for orders from the whole table. */
import { signCallerToken } from '@order-hub/shared/caller-token';
import { testSigningKeys } from '@order-hub/testing/keys';
import pg from 'pg';
import type { LoadRequest } from '../../harness/http-connection.ts';
import { aCaller, locationId, orderBody } from '../../harness/samples.ts';

const path = `/locations/${locationId}/orders`;
const variants = 1_000;

/** Ids of the measured location, spread evenly over the table, without the newest: a full page follows each id. */
const someIds = `
  select id from (select id, row_number() over (order by id) as position, count(*) over () as total
                  from orders.orders where location_id = $1) as numbered
  where position % greatest(1, total / $2) = 0 and position < total - 200 order by random()`;

/** Returns up to a thousand ids of a location's orders. */
export async function sampleIds(url: string, location_id = locationId): Promise<string[]> {
  const db = new pg.Client({ connectionString: url });
  await db.connect();
  try {
    const { rows } = await db.query<{ id: string }>(someIds, [location_id, variants]);
    return rows.map(({ id }) => id);
  } finally {
    await db.end();
  }
}

/** Headers with a caller token, valid for a minute. */
export async function callerHeaders(): Promise<Record<string, string>> {
  const caller = { ...aCaller, location: { id: locationId, timezone: 'Europe/Paris' } };
  const token = await signCallerToken(testSigningKeys.gateway, { caller, to: 'orders' }, new Date());
  return { 'x-hub-caller': token, 'content-type': 'application/json' };
}

/** The creation time of an order, for the filter `after`. Ids begin with it. */
export const timeOf = (id: string) => new Date(parseInt(id.slice(0, 9), 36)).toISOString().replace(/\.\d+Z/, 'Z');

/** The requests of each operation. */
export const requestsOf = {
  create: (_ids: string[], headers: Record<string, string>): LoadRequest[] => [
    { method: 'POST', path, headers, body: JSON.stringify(orderBody) },
  ],
  retrieve: (ids: string[], headers: Record<string, string>): LoadRequest[] =>
    ids.map((id) => ({ method: 'GET', path: `${path}/${id}`, headers })),
  'list of 100': (ids: string[], headers: Record<string, string>): LoadRequest[] =>
    ids.map((id) => ({ method: 'GET', path: `${path}?count=100&after=${timeOf(id)}`, headers })),
  update: (ids: string[], headers: Record<string, string>): LoadRequest[] =>
    ids.map((id, index) => {
      const body = JSON.stringify({ custom_fields: { bench: `${index}-${Date.now()}` } });
      return { method: 'PATCH', path: `${path}/${id}`, headers, body };
    }),
};

export type Operation = keyof typeof requestsOf;
