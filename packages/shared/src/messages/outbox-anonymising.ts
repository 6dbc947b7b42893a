/** Takes the personal data of anonymised customers out of the messages of an outbox, waiting and parked. */
import { anonymisedBody, customerOfBody } from '../contracts/anonymised-change.ts';
import type { Database } from '../data/database.ts';

type FoundRow = { seq: string; body: string };

/** Rows that one statement looks at: the outbox may be long while the bus is unavailable. */
const pageSize = 200;

/** The rows that mention the customers among the next ones after `after`, and the last `seq` looked at; null at the end. */
async function findPage(db: Database, after: string, customer_ids: readonly string[]) {
  const { rows } = await db.query<FoundRow & { last: string | null }>(
    `with page as materialized (select seq, topic, body from outbox where seq > $1 order by seq limit $2)
     select l.seq as last, p.seq, p.body
     from (select max(seq) as seq from page) as l
     left join page as p on p.topic = 'change'
       and exists (select from unnest($3::text[]) as id where strpos(p.body, id) > 0)`,
    [after, pageSize, customer_ids],
  );
  return { last: rows[0]?.last ?? null, found: rows.filter(({ seq }) => seq !== null) };
}

async function updateBodies(db: Database, rows: readonly FoundRow[]): Promise<void> {
  await db.query(
    `update outbox set body = anonymised.body
     from unnest($1::bigint[], $2::text[]) as anonymised (seq, body) where outbox.seq = anonymised.seq`,
    [rows.map(({ seq }) => seq), rows.map(({ body }) => body)],
  );
}

/**
 * Call it once nothing with personal data of these customers can enter the outbox any more. Rows keep their place. The
 * relay may be sending a row as it was: its consumer learns of the anonymisation by a message of its own.
 */
export async function anonymiseOutbox(db: Database, customer_ids: readonly string[]): Promise<void> {
  const anonymised = new Set<string | null>(customer_ids);
  let after: string | null = '0';
  while (after !== null) {
    const { last, found } = await findPage(db, after, customer_ids);
    const rows = found
      .filter(({ body }) => anonymised.has(customerOfBody(body)))
      .map(({ seq, body }) => ({ seq, body: anonymisedBody(body) }));
    if (rows.length > 0) await updateBodies(db, rows);
    after = last;
  }
}
