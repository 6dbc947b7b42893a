/** The rows of the whole path's baseline, which processes/bare-insert.ts writes to the same server. */
import pg from 'pg';
import type { BenchHub } from '../../harness/hub-setup.ts';
import type { BareRow } from '../../processes/bare-insert.ts';

/** Copies of the service's tables, with all indexes and storage settings. */
const createTables = `
  drop schema if exists bench cascade;
  create schema bench;
  create table bench.orders (like orders.orders including all);
  create table bench.outbox (like orders.outbox including all);
  alter table bench.outbox set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000, toast_tuple_target = 8160);`;

const newestOrders = `
  select account_id, id, location_id, timezone, status, created_by, customer_id, private_refs::text as private_refs, document
  from orders.orders order by id desc limit 500`;

type Stored = Record<'account_id' | 'id' | 'location_id' | 'timezone' | 'status' | 'created_by' | 'document', string> &
  Record<'customer_id' | 'private_refs', string | null>;

/** The relay deletes a message after sending it. This builds it again, as order.events.ts does. */
function messageOf({ account_id, id: order_id, location_id, timezone, document }: Stored, client_id: string): BareRow {
  const body = {
    ...{ resource_type: 'order', event_type: 'create', created_at: '2026-01-01T10:00:00.000Z', client_id },
    ...{ account_id, location_id, timezone, ids: { order_id, location_id, account_id } },
    ...{ previous_state: null, new_state: document, previous_private_refs: null, private_refs: null },
    state_change: null,
  };
  return [order_id, 'change', `order:${order_id}`, JSON.stringify(body)];
}

/** Creates the tables of the bare loop. Returns up to 500 rows of real orders. */
export async function captureRows({ hub, client_id }: BenchHub): Promise<BareRow[]> {
  const db = new pg.Client({ connectionString: hub.database_url });
  await db.connect();
  try {
    await db.query(createTables);
    const { rows } = await db.query<Stored>(newestOrders);
    return rows.map((row) => {
      const { account_id, id, location_id, timezone, status, created_by, customer_id, private_refs, document } = row;
      const columns = [account_id, id, location_id, timezone, status, created_by, customer_id, private_refs, document];
      return [...columns, ...messageOf(row, client_id)];
    });
  } finally {
    await db.end();
  }
}
