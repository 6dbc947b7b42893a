/** What a use case does at the end of its transaction, so that its reply can be given again. */
import { violates, type Queryable } from '../../data/database.ts';
import type { KeyedRequest } from '../../tokens/keyed-request.ts';
import { keyUnderWay } from '../../values/errors.ts';
import { isJsonText, jsonText } from '../../values/json.ts';
import { replyWith, unwrapReply } from '../endpoint.ts';
import { isContent } from '../response/content.ts';
import {
  insertKeptReply,
  keptRepliesKey,
  type KeptReply,
  type KeptText,
} from '../../data/kept-replies/kept-reply.store.ts';

type MaybeKeyed = { keyed: KeyedRequest | null };

/** Nobody but a handler that stores before it has read the body would see this error. */
function fingerprintOf({ fingerprint }: KeyedRequest): string {
  if (fingerprint === null) throw new Error('A reply is remembered before the body of its request was read');
  return fingerprint;
}

/** The reply to a request with a key, for a store that inserts it itself (insertKeptTexts). */
export function keptText(keyed: KeyedRequest, text: string, customer_id: string | null): KeptText {
  const { account_id, connection_id, key, rights } = keyed;
  keyed.isRemembered = true;
  return { account_id, connection_id, key, rights, fingerprint: fingerprintOf(keyed), text, customer_id };
}

async function keptForm(reply: object) {
  if (isContent(reply)) return { version: reply.version, answer: await reply.read(), again: reply };
  const text = isJsonText(reply) ? reply.jsonText : JSON.stringify(reply);
  return { version: null, answer: Buffer.from(text), again: jsonText(text) };
}

/** Throws 409 for a key that has a reply: its request is then answered like the first (answer-once.ts). */
const insertReply = (trx: Queryable, kept: KeptReply): Promise<void> =>
  insertKeptReply(trx, kept).catch((error: unknown) => {
    throw violates(error, keptRepliesKey) ? keyUnderWay() : error;
  });

/**
 * Keeps the reply of a request with an `Idempotency-Key` in the transaction of its change; without one does nothing. Returns
 * the reply, rendered if it was. `customer_id`: whose personal data the reply may show. A second transaction with the same
 * key waits for the first, and fails.
 */
export async function rememberReply<Reply extends object>(
  trx: Queryable,
  { keyed }: MaybeKeyed,
  result: Reply,
  customer_id: string | null = null,
): Promise<Reply> {
  if (!keyed) return result;
  const { account_id, connection_id, key, rights } = keyed;
  const { headers, reply } = unwrapReply(result);
  const { version, answer, again } = await keptForm(reply);
  const ownHeaders = Object.keys(headers).length > 0 ? JSON.stringify(headers) : null;
  const of = { account_id, connection_id, key, rights, fingerprint: fingerprintOf(keyed), customer_id };
  await insertReply(trx, { ...of, headers: ownHeaders, version, answer });
  keyed.isRemembered = true;
  return (ownHeaders === null ? again : replyWith(headers, again)) as Reply;
}
