/**
 * A request with an `Idempotency-Key` (docs/api/conventions.md#idempotency-keys). `fingerprint`: the digest of its method, path,
 * query and body; null until the body is read. `rights`: the digest of all that decides what the caller may see. `isRemembered`:
 * whether the use case has stored the reply under the key.
 */
export type KeyedRequest = {
  readonly account_id: string;
  readonly connection_id: string;
  readonly key: string;
  readonly rights: string;
  fingerprint: string | null;
  isRemembered: boolean;
};
