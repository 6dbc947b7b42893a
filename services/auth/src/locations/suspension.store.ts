import type { Queryable } from '@order-hub/shared/database';

/** What gateways keep of a location that a path names. */
type LocationFacts = { id: string; timezone: string; suspended: boolean };

/** `suspended`: the location, or its account, is. */
export async function findLocationFacts(
  db: Queryable,
  account_id: string,
  id: string,
): Promise<LocationFacts | undefined> {
  const { rows } = await db.query<LocationFacts>({
    name: 'find-location-facts',
    text: `select l.id, l.timezone, coalesce(l.suspended_at, a.suspended_at) is not null as suspended
           from locations l join accounts a on a.id = l.account_id where l.account_id = $1 and l.id = $2`,
    values: [account_id, id],
  });
  return rows[0];
}

type Suspendable = { id: string; account_id: string; name: string; suspended: boolean };

/** Locks the location until the end of the transaction, against connections that are being authorised meanwhile. */
export async function lockSuspension(trx: Queryable, id: string): Promise<Suspendable | undefined> {
  const { rows } = await trx.query<Suspendable>(
    'select id, account_id, name, suspended_at is not null as suspended from locations where id = $1 for update',
    [id],
  );
  return rows[0];
}

export async function updateSuspension(trx: Queryable, id: string, suspended_at: Date | null): Promise<void> {
  await trx.query('update locations set suspended_at = $2 where id = $1', [id, suspended_at]);
}

export async function listLocationIds(trx: Queryable, account_id: string): Promise<string[]> {
  const { rows } = await trx.query<{ id: string }>('select id from locations where account_id = $1 order by id', [
    account_id,
  ]);
  return rows.map(({ id }) => id);
}
