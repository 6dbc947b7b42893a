/** The baseline of the whole path: connections of bare pg that write rows under new ids, as fast as the server allows. */
import { newId } from '@order-hub/shared/ids';
import pg from 'pg';
import { ascending } from '../harness/latency.ts';

/** The rows of one order, as bindings of `insertStatement`. */
export type BareRow = (string | null)[];

/** Like the statement of the orders service (order.store.ts, insertOrders). */
const insertStatement = `
  with placed as (
    insert into bench.orders (account_id, id, location_id, timezone, status, created_by, customer_id,
      customer_anonymised, private_refs, document)
    values ($1, $2, $3, $4, $5, $6, $7, false, $8, $9)
  )
  insert into bench.outbox (id, topic, key, body) values ($10, $11, $12, $13)`;

export type BareJob = { url: string; rows: BareRow[]; connections: number; seconds: number };
export type BareResult = { perSecond: number; latenciesMs: number[] };

async function keepWriting(client: pg.Client, { rows }: BareJob, until: number, latenciesMs: number[]): Promise<void> {
  const name = 'bare-insert';
  for (let turn = 0, now = performance.now(); now < until; turn += 1) {
    const values = [...(rows[turn % rows.length] ?? [])];
    values[1] = newId();
    values[9] = newId();
    await client.query({ name, text: insertStatement, values });
    const done = performance.now();
    latenciesMs.push(done - now);
    now = done;
  }
}

async function work(job: BareJob): Promise<BareResult> {
  const connectionString = job.url;
  const clients = Array.from({ length: job.connections }, () => new pg.Client({ connectionString }));
  await Promise.all(clients.map((client) => client.connect()));
  const latenciesMs: number[] = [];
  const begun = performance.now();
  await Promise.all(clients.map((client) => keepWriting(client, job, begun + job.seconds * 1000, latenciesMs)));
  const seconds = (performance.now() - begun) / 1000;
  await Promise.all(clients.map((client) => client.end()));
  return { perSecond: latenciesMs.length / seconds, latenciesMs: ascending(latenciesMs) };
}

process.on('message', (job) => void work(job as BareJob).then((result) => process.send?.(result)));
process.on('disconnect', () => process.exit(0)).on('SIGTERM', () => process.exit(0));
process.send?.({ ready: 0 });
