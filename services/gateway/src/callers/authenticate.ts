/** Who is calling: `X-Access-Token` → connection (contract, "Invalid tokens"). */
import { hash } from 'node:crypto';
import { unauthorized } from '@order-hub/shared/errors';
import type { TokenAnswer } from './auth.client.ts';
import { type Directory, isActive } from './directory.ts';
import type { PublicRequest, Step } from '../pipeline/public-request.ts';
import type { AddressLimit } from '../limits/address-limit.ts';

export const suspended = () =>
  unauthorized('The account/location has been suspended for non payment of the subscription');

type Refusal = Exclude<TokenAnswer['status'], 'active'>;

const refusals: Record<Refusal, () => Error> = {
  suspended,
  blocked: () => unauthorized('The connection has been blocked'),
  disconnected: () => unauthorized('The access token is invalid or the connection has been revoked'),
  unknown: () => unauthorized('The access token is invalid or the connection has been revoked'),
};

type Deps = { connections: Directory['connections']; addressLimit: AddressLimit };

/** Finds the connection of the token, mostly without waiting. Throws unauthorized, and too_many_requests to who keeps on guessing. */
export function authenticator({ connections, addressLimit }: Deps): Step {
  function settle(request: PublicRequest, answer: TokenAnswer): void {
    if (isActive(answer)) {
      request.connection = answer;
      return;
    }
    addressLimit.count(request);
    throw refusals[answer.status as Refusal]();
  }

  return (request) => {
    const token = request.req.headers['x-access-token'];
    if (typeof token !== 'string' || token === '') {
      addressLimit.count(request);
      throw unauthorized('Send the access token of the connection in the header X-Access-Token');
    }
    const digest = hash('sha256', token, 'hex');
    const known = connections.known(digest, request.startedMs);
    if (known) return settle(request, known);
    addressLimit.assertBelow(request);
    return connections.ask(digest, request.startedMs).then((answer) => settle(request, answer));
  };
}
