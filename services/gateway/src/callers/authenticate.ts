/** Who is calling: `X-Access-Token` → connection (docs/api/authentication.md#invalid-tokens). */
import { hash } from 'node:crypto';
import { unauthorized } from '@order-hub/shared/errors';
import { LRUCache } from 'lru-cache';
import type { AddressLimit } from '../limits/address-limit.ts';
import type { PublicRequest, Step } from '../pipeline/public-request.ts';
import { isActive, type TokenAnswer } from './connection.ts';
import type { ConnectionUses } from './connection-uses.ts';
import type { Directory } from './directory.ts';

export const suspended = () =>
  unauthorized('The account/location has been suspended for non payment of the subscription');

type RefusedStatus = Exclude<TokenAnswer['status'], 'active'>;

const refusals: Record<RefusedStatus, () => Error> = {
  suspended,
  blocked: () => unauthorized('The connection has been blocked'),
  disconnected: () => unauthorized('The access token is invalid or the connection has been revoked'),
  unknown: () => unauthorized('The access token is invalid or the connection has been revoked'),
};

type Deps = {
  connections: Directory['connections'];
  addressLimit: AddressLimit;
  uses: Pick<ConnectionUses, 'note'>;
};

/** Of so many tokens it is remembered that they were good, also when the cache has forgotten their connections. */
const goodMax = 50_000;

/** Finds the connection of the token, from the cache if possible. Throws unauthorized, and too_many_requests when an address guesses tokens. */
export function authenticator({ connections, addressLimit, uses }: Deps): Step {
  const good = new LRUCache<string, true>({ max: goodMax });

  /** A token that was good when it was last looked up is not held back for what others send from its address. */
  async function lookUp(request: PublicRequest, digest: string): Promise<void> {
    const ask = () => connections.fetch(digest);
    const answer = await (good.has(digest) ? ask() : addressLimit.lookUp(request, ask));
    if (isActive(answer)) good.set(digest, true);
    else good.delete(digest);
    setConnection(request, answer);
  }

  function setConnection(request: PublicRequest, answer: TokenAnswer): void {
    if (isActive(answer)) {
      request.connection = answer;
      uses.note(answer.caller.connection_id, request.startedMs);
      return;
    }
    addressLimit.count(request);
    throw refusals[answer.status as RefusedStatus]();
  }

  return (request) => {
    const token = request.req.headers['x-access-token'];
    if (typeof token !== 'string' || token === '') {
      addressLimit.count(request);
      throw unauthorized('Send the access token of the connection in the header X-Access-Token');
    }
    const digest = hash('sha256', token, 'hex');
    const cached = connections.get(digest);
    if (cached) return setConnection(request, cached);
    return lookUp(request, digest);
  };
}
