/**
 * Who pays for a request: the account of its connection, the user of a connection without an account, or the address of a
 * request without a connection (docs/api/limits.md#cost). Payers share the services fairly.
 */
import { addressKey } from '@order-hub/shared/address-key';
import type { PublicRequest } from '../request/public-request.ts';
import { remoteAddress } from '../request/remote-address.ts';

export type PayerKind = 'account' | 'user' | 'address';

/** The kind of the payer and its id, with a space between them. */
export function payerOf({ connection, req }: PublicRequest, hops: number): string {
  if (!connection) return `address ${addressKey(remoteAddress(req, hops))}`;
  const { account, user_id } = connection.caller;
  return account ? `account ${account.id}` : `user ${user_id}`;
}

/** The parts of what `payerOf` returns. */
export function payerParts(payer: string): { kind: PayerKind; id: string } {
  const at = payer.indexOf(' ');
  return { kind: payer.slice(0, at) as PayerKind, id: payer.slice(at + 1) };
}
