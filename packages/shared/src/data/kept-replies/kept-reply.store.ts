/**
 * The replies to requests with an `Idempotency-Key`, each stored by the transaction of its change
 * (docs/decisions/0069-idempotency-keys.md). The answer is null once it is not kept any more: the key is, until it expires.
 */
import { textArray } from '../binary-array.ts';
import type { Queryable } from '../database.ts';
import type { Migration } from '../migration.ts';
import type { KeyedRequest } from '../../tokens/keyed-request.ts';

export const keptRepliesMigration: Migration = {
  name: 'idempotent-requests',
  up: `
    create table idempotent_requests (
      account_id text not null,
      connection_id text not null,
      key text not null,
      fingerprint text not null,
      headers text,
      version text,
      answer bytea,
      bytes integer not null,
      customer_id text,
      created_at timestamptz not null default now(),
      primary key (account_id, connection_id, key)
    );
    create index idempotent_requests_by_age on idempotent_requests (created_at);
    create index idempotent_requests_by_customer on idempotent_requests (customer_id) where customer_id is not null;
    create index idempotent_requests_large on idempotent_requests (account_id, connection_id, created_at)
      include (bytes) where bytes > 4096;
  `,
  down: 'drop table idempotent_requests;',
};

/** The primary key, which a second request with the same key violates. */
export const keptRepliesKey = 'idempotent_requests_pkey';

/**
 * `headers`: the reply's own, as JSON. `version`: of compressed JSON, which the tag shows; null for JSON text. `rights`: see
 * KeyedRequest; null for a reply that a process of an earlier release has kept.
 */
export type KeptAnswer = {
  rights: string | null;
  headers: string | null;
  version: string | null;
  answer: Buffer | null;
};

/** A reply to keep. `customer_id`: whose personal data it may show. */
export type KeptReply = Pick<KeyedRequest, 'account_id' | 'connection_id' | 'key' | 'rights'> & {
  fingerprint: string;
  headers: string | null;
  version: string | null;
  answer: Buffer;
  customer_id: string | null;
};

/** Keeps a reply. Violates `keptRepliesKey` for a key that has one. */
export async function insertKeptReply(trx: Queryable, kept: KeptReply): Promise<void> {
  await trx.query({
    name: 'insert-kept-reply',
    text: `insert into idempotent_requests
             (account_id, connection_id, key, fingerprint, headers, version, answer, bytes, customer_id, rights)
           values ($1, $2, $3, $4, $5, $6, $7, octet_length($7::bytea), $8, $9)`,
    values: [
      kept.account_id,
      kept.connection_id,
      kept.key,
      kept.fingerprint,
      kept.headers,
      kept.version,
      kept.answer,
      kept.customer_id,
      kept.rights,
    ],
  });
}

/** A reply that is JSON text, for a store that inserts several in the statement of their changes. */
export type KeptText = Omit<KeptReply, 'headers' | 'version' | 'answer'> & { text: string };

/** The columns of `keptTextArrays`, in their order; `reply` is the text. */
export const keptTextColumns = 'connection_id, key, fingerprint, rights, reply, kept_customer_id';

/** Replies as arrays; null for a request without a key. */
export const keptTextArrays = (kept: readonly (KeptText | null)[]): Buffer[] => [
  textArray(kept.map((one) => one && one.connection_id)),
  textArray(kept.map((one) => one && one.key)),
  textArray(kept.map((one) => one && one.fingerprint)),
  textArray(kept.map((one) => one && one.rights)),
  textArray(kept.map((one) => one && one.text)),
  textArray(kept.map((one) => one && one.customer_id)),
];

/** Of two transactions that insert keys in this order, none waits for the other while the other waits for it. */
export const byKey = (one: KeptText | null, other: KeptText | null): number => {
  const [key, otherKey] = [one?.key ?? '', other?.key ?? ''];
  return key < otherKey ? -1 : key > otherKey ? 1 : 0;
};

/**
 * Inserts replies in the statement of their changes, `given` having `account_id` and `keptTextColumns`, in the order `byKey`.
 * Violates `keptRepliesKey` if one of the keys has a reply.
 */
export const insertNewTexts = `insert into idempotent_requests
    (account_id, connection_id, key, fingerprint, rights, answer, bytes, customer_id)
  select account_id, connection_id, key, fingerprint, rights, convert_to(reply, 'UTF8'), octet_length(reply), kept_customer_id
  from given where key is not null`;

/**
 * Inserts replies in the statement of their changes, as `insertNewTexts` does, in any order. Returns the keys that had none, and
 * waits for a transaction that is storing one.
 */
export const insertKeptTexts = `${insertNewTexts} order by key collate "C"
  on conflict do nothing returning account_id, connection_id, key`;

/** Stores answers of up to 8 KB as they are: compressing one costs more than the rest of its row. */
export const uncompressedReplies: Migration = {
  name: 'idempotent-requests-uncompressed',
  up: 'alter table idempotent_requests set (toast_tuple_target = 8160);',
  down: 'alter table idempotent_requests reset (toast_tuple_target);',
};

/** Remembers for which rights a reply was made. */
export const keptRights: Migration = {
  name: 'idempotent-requests-rights',
  up: 'alter table idempotent_requests add column rights text;',
  down: 'alter table idempotent_requests drop column rights;',
};

/** What is kept under a key. */
export async function findKeptReply(db: Queryable, { account_id, connection_id, key }: KeyedRequest) {
  const { rows } = await db.query<KeptAnswer & { fingerprint: string }>({
    name: 'find-kept-reply',
    text: `select fingerprint, rights, headers, version, answer from idempotent_requests
           where account_id = $1 and connection_id = $2 and key = $3`,
    values: [account_id, connection_id, key],
  });
  return rows[0];
}

const batchSize = 1_000;

/** Deletes some replies that were kept before this time. Returns their number. */
export async function deleteKeptBefore(db: Queryable, before: Date): Promise<number> {
  const { rowCount } = await db.query(
    `delete from idempotent_requests where (account_id, connection_id, key) in (
       select account_id, connection_id, key from idempotent_requests where created_at < $1 order by created_at limit $2)`,
    [before, batchSize],
  );
  return rowCount ?? 0;
}

/** Drops some answers of over 4 KiB, the oldest of each connection that has more than `bytesMax` in them. Returns their number. */
export async function dropLargeAnswers(db: Queryable, bytesMax: number): Promise<number> {
  const { rowCount } = await db.query(
    `update idempotent_requests set answer = null, headers = null, bytes = 0
     where (account_id, connection_id, key) in (
       select account_id, connection_id, key from (
         select account_id, connection_id, key,
           sum(bytes) over (partition by account_id, connection_id order by created_at desc, key) as newer_bytes
         from idempotent_requests where bytes > 4096) as large
       where newer_bytes > $1 limit $2)`,
    [bytesMax, batchSize],
  );
  return rowCount ?? 0;
}

/** Drops the answers that may show personal data of these customers. */
export async function dropAnswersAbout(db: Queryable, customer_ids: readonly string[]): Promise<void> {
  await db.query({
    name: 'drop-answers-about',
    text: `update idempotent_requests set answer = null, headers = null, bytes = 0, customer_id = null
           where customer_id = any($1::text[])`,
    values: [customer_ids],
  });
}
