/**
 * Takes the personal data of anonymised customers out of an outbox: out of the messages that wait, and of those that were
 * parked. A row keeps its place. Should the relay just be sending it as it was, its consumer knows of the anonymisation.
 */
import type { Database } from '../data/database.ts';
import { customerOfBody, scrubbedBody } from '../contracts/scrubbed-change.ts';

type Found = { seq: string; body: string };

/** The outbox may be long while the bus is away: each statement looks at so many rows. */
const pageSize = 200;

/** What a page of rows after `after` has of the customers, and its last `seq`: null when there are no more rows. */
async function findPage(db: Database, after: string, customer_ids: readonly string[]) {
  const { rows } = await db.query<Found & { last: string | null }>(
    `with page as materialized (select seq, topic, body from outbox where seq > $1 order by seq limit $2)
     select l.seq as last, p.seq, p.body
     from (select max(seq) as seq from page) as l
     left join page as p on p.topic = 'change'
       and exists (select from unnest($3::text[]) as id where strpos(p.body, id) > 0)`,
    [after, pageSize, customer_ids],
  );
  return { last: rows[0]?.last ?? null, found: rows.filter(({ seq }) => seq !== null) };
}

async function updateBodies(db: Database, rows: readonly Found[]): Promise<void> {
  await db.query(
    `update outbox set body = scrubbed.body
     from unnest($1::bigint[], $2::text[]) as scrubbed (seq, body) where outbox.seq = scrubbed.seq`,
    [rows.map(({ seq }) => seq), rows.map(({ body }) => body)],
  );
}

/** Call it when nothing with personal data of these customers can be written to the outbox any more. */
export async function scrubOutbox(db: Database, customer_ids: readonly string[]): Promise<void> {
  const wanted = new Set<string | null>(customer_ids);
  let after: string | null = '0';
  while (after !== null) {
    const { last, found } = await findPage(db, after, customer_ids);
    const theirs = found.filter(({ body }) => wanted.has(customerOfBody(body)));
    if (theirs.length > 0) {
      await updateBodies(
        db,
        theirs.map(({ seq, body }) => ({ seq, body: scrubbedBody(body) })),
      );
    }
    after = last;
  }
}
