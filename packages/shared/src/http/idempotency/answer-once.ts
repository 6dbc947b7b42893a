/**
 * Answers requests with an `Idempotency-Key` once (docs/api/conventions.md#idempotency-keys). A request is handled as any
 * other, and its transaction stores the reply under the key. Only when it fails, the key is looked up: perhaps an earlier
 * request, or a concurrent one in another replica, has stored a reply already, which is why this one could not.
 */
import type { Request } from 'express';
import { createHash } from 'node:crypto';
import type { Database } from '../../data/database.ts';
import type { Caller } from '../../tokens/caller.ts';
import type { KeyedRequest } from '../../tokens/keyed-request.ts';
import { keyUnderWay, unprocessableKey } from '../../values/errors.ts';
import { jsonText } from '../../values/json.ts';
import { levelsOf, replyWith, type Endpoint } from '../endpoint.ts';
import { observeBody } from '../request/read-request.ts';
import { idempotencyKeyOf } from './idempotency-key.ts';
import { findKeptReply, type KeptAnswer } from '../../data/kept-replies/kept-reply.store.ts';

/**
 * `underWay`: the keys of the requests that this process is answering. `isChecked`: whether a use case that forgets
 * `rememberReply` is a fault (outside production).
 */
export type KeptReplies = { db: Database; underWay: Set<string>; isChecked: boolean };

export const openKeptReplies = (db: Database, isChecked: boolean): KeptReplies => ({
  db,
  underWay: new Set(),
  isChecked,
});

const writing = new Set<Endpoint['method']>(['POST', 'PUT', 'PATCH']);

/** Whether an endpoint creates or updates something for connections: others ignore the header. */
export const takesKeys = ({ method, access }: Pick<Endpoint, 'method' | 'access'>): boolean =>
  writing.has(method) && levelsOf(access) !== undefined;

const digestOf = ({ method, originalUrl }: Request) => createHash('sha256').update(`${method} ${originalUrl}\n`);

/** What decides which of an account's data a connection may see: an answer is given again only while it is the same. */
const rightsOf = ({ scope, location_id, catalog_id, customer_list_id }: Caller): string =>
  createHash('sha256')
    .update(JSON.stringify([scope, location_id, catalog_id, customer_list_id]))
    .digest('base64url');

/** The request of a caller under its key; null without one. Throws 400 for a value that is not a key. */
export function keyedRequestOf(req: Request, { body }: Endpoint, caller: Caller): KeyedRequest | null {
  const header = req.headers['idempotency-key'];
  if (typeof header !== 'string') return null;
  const { connection_id, account } = caller;
  const fingerprint = body ? null : digestOf(req).digest('base64url');
  const key = idempotencyKeyOf(header);
  const rights = rightsOf(caller);
  return { account_id: account?.id ?? '', connection_id, key, rights, fingerprint, isRemembered: false };
}

/** Reads a body that no handler has begun to read, keeping none of it. Null for a body of which a part is gone. */
async function digestUnread(req: Request): Promise<string | null> {
  if (req.readableDidRead || req.destroyed) return null;
  const digest = digestOf(req);
  for await (const chunk of req) digest.update(chunk as Buffer);
  return digest.digest('base64url');
}

const usedOtherwise = () =>
  unprocessableKey(
    'idempotency_key_reused',
    'The header Idempotency-Key names a request with another method, path, query or body; use a new key for each request',
  );

const notKept = () =>
  unprocessableKey(
    'answer_not_kept',
    'The request of this Idempotency-Key was carried out, and its answer is not kept any more; look up what it changed',
  );

function answerAgain({ headers, version, answer }: KeptAnswer): object {
  if (answer === null) throw notKept();
  const type = 'application/json; charset=utf-8';
  const reply =
    version === null
      ? jsonText(answer.toString())
      : { version, type, isGzip: true, read: () => Promise.resolve(answer) };
  const own = headers === null ? {} : (JSON.parse(headers) as Record<string, string>);
  return replyWith({ ...own, 'Idempotent-Replayed': 'true' }, reply);
}

/** A process of the release before stores no rights with its replies. */
const hasSameRights = (kept: KeptAnswer, keyed: KeyedRequest) => kept.rights === null || kept.rights === keyed.rights;

/**
 * The reply that was stored under the key; undefined without one, and when that cannot be found out. Throws 422 for another
 * request, and for a connection whose rights have changed since.
 */
async function findAnswer({ db }: KeptReplies, req: Request, keyed: KeyedRequest): Promise<object | undefined> {
  const kept = await findKeptReply(db, keyed).catch(() => undefined);
  if (!kept) return undefined;
  const fingerprint = keyed.fingerprint ?? (await digestUnread(req).catch(() => null));
  if (fingerprint === null) return undefined;
  if (fingerprint !== kept.fingerprint) throw usedOtherwise();
  if (!hasSameRights(kept, keyed)) throw notKept();
  return answerAgain(kept);
}

/**
 * Answers a request with a key: by handling it or, when that fails, with the reply that its key has already. Throws 409 while
 * this process answers a request with the same key, 422 when the key names another request, and what `answer` throws.
 */
export async function answerOnce(
  kept: KeptReplies,
  req: Request,
  keyed: KeyedRequest,
  answer: () => Promise<object>,
): Promise<object> {
  const name = JSON.stringify([keyed.account_id, keyed.connection_id, keyed.key]);
  if (kept.underWay.has(name)) throw keyUnderWay();
  kept.underWay.add(name);
  observeBody(req, (bytes) => (keyed.fingerprint = digestOf(req).update(bytes).digest('base64url')));
  try {
    const result = await answer();
    if (kept.isChecked && !keyed.isRemembered) throw new Error(`${req.method} ${req.path} does not remember its reply`);
    return result;
  } catch (error) {
    const again = await findAnswer(kept, req, keyed);
    if (!again) throw error;
    return again;
  } finally {
    kept.underWay.delete(name);
  }
}
