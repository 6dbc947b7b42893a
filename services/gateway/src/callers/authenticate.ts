/** Who is calling: access token → connection (docs/api/authentication.md#invalid-tokens). */
import { hash } from 'node:crypto';
import { unauthorized } from '@order-hub/shared/errors';
import { LRUCache } from 'lru-cache';
import type { AddressLimit } from '../limits/address-limit.ts';
import { isActive, type TokenAnswer } from '../request/connection.ts';
import type { GatewayStep, PublicRequest } from '../request/public-request.ts';
import { accessTokenOf } from './access-token.ts';
import type { ConnectionUses } from './connection-uses.ts';
import type { Directory } from './directory.ts';

export const suspended = () =>
  unauthorized('The account/location has been suspended for non payment of the subscription', 'suspended');

const invalidToken = () =>
  unauthorized('The access token is invalid or the connection has been revoked', 'access_token_invalid');

type RefusedStatus = Exclude<TokenAnswer['status'], 'active'>;

const refusals: Record<RefusedStatus, () => Error> = {
  suspended,
  blocked: () => unauthorized('The connection has been blocked', 'connection_blocked'),
  disconnected: invalidToken,
  unknown: invalidToken,
};

type Deps = {
  connections: Directory['connections'];
  addressLimit: AddressLimit;
  uses: Pick<ConnectionUses, 'note'>;
};

/** How many good tokens are remembered: more than there are cached connections, and for longer. */
const goodMax = 50_000;

/**
 * Finds the connection of the token, in the cache if possible. Throws unauthorized, and too_many_requests for an address
 * that guesses tokens.
 */
export function authenticator({ connections, addressLimit, uses }: Deps): GatewayStep {
  const good = new LRUCache<string, true>({ max: goodMax });

  /** A token that was good at its last look-up never waits because of other requests from its address. */
  async function lookUp(request: PublicRequest, digest: string): Promise<void> {
    const ask = () => connections.fetch(digest);
    const answer = await (good.has(digest) ? ask() : addressLimit.lookUp(request, ask));
    if (isActive(answer)) good.set(digest, true);
    else good.delete(digest);
    return setConnection(request, answer);
  }

  /** Counts the request for its address first. */
  function refuse(request: PublicRequest, error: Error): Promise<void> {
    const counting = addressLimit.count(request);
    if (!counting) throw error;
    return counting.then(() => {
      throw error;
    });
  }

  function setConnection(request: PublicRequest, answer: TokenAnswer): void | Promise<void> {
    if (isActive(answer)) {
      request.connection = answer;
      uses.note(answer.caller.connection_id, request.startedMs);
      return;
    }
    return refuse(request, refusals[answer.status as RefusedStatus]());
  }

  return (request) => {
    let digest: string;
    try {
      digest = hash('sha256', accessTokenOf(request.req.headers), 'hex');
    } catch (error) {
      return refuse(request, error as Error);
    }
    const cached = connections.get(digest);
    if (cached) return setConnection(request, cached);
    return lookUp(request, digest);
  };
}
