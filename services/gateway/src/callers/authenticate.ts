/** Who is calling: `X-Access-Token` → connection (docs/api/authentication.md#invalid-tokens). */
import { hash } from 'node:crypto';
import { unauthorized } from '@order-hub/shared/errors';
import type { AddressLimit } from '../limits/address-limit.ts';
import type { PublicRequest, Step } from '../pipeline/public-request.ts';
import { isActive, type TokenAnswer } from './connection.ts';
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

type Deps = { connections: Directory['connections']; addressLimit: AddressLimit };

/** Finds the connection of the token, from the cache if possible. Throws unauthorized, and too_many_requests when an address guesses tokens. */
export function authenticator({ connections, addressLimit }: Deps): Step {
  function setConnection(request: PublicRequest, answer: TokenAnswer): void {
    if (isActive(answer)) {
      request.connection = answer;
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
    addressLimit.assertBelow(request);
    return connections.fetch(digest).then((answer) => setConnection(request, answer));
  };
}
