/**
 * Parks messages that this service rejected, in its own outbox, where an operator finds them and where personal data can be
 * taken out of them (docs/decisions/0021-rejected-messages-are-parked.md).
 */
import { transaction, type Database, type Queryable } from '../data/database.ts';
import type { RejectedMessage } from './bus/port.ts';
import { customerOfBody, scrubbedBody } from '../contracts/scrubbed-change.ts';

/** Which of the customers were anonymised; nobody else can be before the transaction ends. */
export type ListForgotten = (trx: Queryable, customer_ids: readonly string[]) => Promise<Set<string>>;

/** What is kept of a body: nothing if it is no change, because personal data could not be taken out of it later. */
function keptBody({ topic, body }: RejectedMessage): string {
  try {
    if (topic === 'change') scrubbedBody(body);
    else JSON.parse(body);
    return body;
  } catch {
    return 'null';
  }
}

const customerOf = ({ topic, body }: RejectedMessage) => (topic === 'change' ? customerOfBody(body) : null);

async function insertParked(trx: Queryable, messages: readonly RejectedMessage[]): Promise<void> {
  await trx.query(
    `insert into outbox (id, topic, key, body, parked_at, parked_reason)
     select m.id, m.topic, m.key, m.body, now(), m.reason
     from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[]) with ordinality
       as m (id, topic, key, body, reason, place)
     where not exists (select from outbox where outbox.id = m.id and outbox.parked_at is not null)
     order by m.place`,
    [
      messages.map(({ id }) => id),
      messages.map(({ topic }) => topic),
      messages.map(({ key }) => key),
      messages.map(({ body }) => body),
      messages.map(({ reason }) => reason),
    ],
  );
}

/** Parks rejected messages, those of anonymised customers without personal data. One that is parked already stays as it is. */
export async function park(db: Database, rejected: readonly RejectedMessage[], listForgotten: ListForgotten) {
  const messages = rejected.map((message) => ({ ...message, body: keptBody(message) }));
  await transaction(db, async (trx) => {
    const forgotten = await listForgotten(
      trx,
      messages.flatMap((message) => customerOf(message) ?? []),
    );
    const isForgotten = (message: RejectedMessage) => forgotten.has(customerOf(message) ?? '');
    await insertParked(
      trx,
      messages.map((message) => (isForgotten(message) ? { ...message, body: scrubbedBody(message.body) } : message)),
    );
  });
}
