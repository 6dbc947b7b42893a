/**
 * Parks messages that this service rejected in its own outbox, where an operator finds them and where they can be
 * anonymised (docs/decisions/0021-rejected-messages-are-parked.md).
 */
import { anonymisedBody, customerOfBody } from '../contracts/anonymised-change.ts';
import { transaction, type Database, type Queryable } from '../data/database.ts';
import type { FindAnonymised } from './anonymising.ts';
import type { RejectedMessage } from './bus/port.ts';
import { parseJson } from '../values/json.ts';

/** The body to park; `null` for one that could not be anonymised later. */
function parkedBody({ topic, body }: RejectedMessage): string {
  try {
    if (topic === 'change') anonymisedBody(body);
    else parseJson(body);
    return body;
  } catch {
    return 'null';
  }
}

const customerOf = ({ topic, body }: RejectedMessage) => (topic === 'change' ? customerOfBody(body) : null);

async function insertParked(trx: Queryable, messages: readonly RejectedMessage[]): Promise<void> {
  await trx.query(
    `insert into outbox (id, topic, key, body, parked_at, parked_reason, request_id, traceparent)
     select m.id, m.topic, m.key, m.body, now(), m.reason, m.request_id, m.traceparent
     from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[]) with ordinality
       as m (id, topic, key, body, reason, request_id, traceparent, place)
     where not exists (select from outbox where outbox.id = m.id and outbox.parked_at is not null)
     order by m.place`,
    [
      messages.map(({ id }) => id),
      messages.map(({ topic }) => topic),
      messages.map(({ key }) => key),
      messages.map(({ body }) => body),
      messages.map(({ reason }) => reason),
      messages.map(({ request_id = null }) => request_id),
      messages.map(({ traceparent = null }) => traceparent),
    ],
  );
}

/** Parks rejected messages, those of anonymised customers without personal data. A message that is parked already stays as it is. */
export async function park(db: Database, rejected: readonly RejectedMessage[], findAnonymised: FindAnonymised) {
  const messages = rejected.map((message) => ({ ...message, body: parkedBody(message) }));
  await transaction(db, async (trx) => {
    const customer_ids = messages.flatMap((message) => customerOf(message) ?? []);
    const anonymised = await findAnonymised(trx, customer_ids);
    const isAnonymised = (message: RejectedMessage) => anonymised.has(customerOf(message) ?? '');
    await insertParked(
      trx,
      messages.map((message) => (isAnonymised(message) ? { ...message, body: anonymisedBody(message.body) } : message)),
    );
  });
}
