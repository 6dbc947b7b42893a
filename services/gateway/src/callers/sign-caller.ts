import type { LocationFacts } from '@order-hub/shared/caller';
import { callerTokenSeconds, signCallerToken } from '@order-hub/shared/caller-token';
import type { Connection } from './auth.client.ts';
import type { Step } from '../pipeline/public-request.ts';

const renewAfterMs = (callerTokenSeconds / 2) * 1000;

/**
 * Vouches for the caller towards the services. A token is reused per connection and location for half of its life: to
 * sign one costs more than all other steps together.
 */
export function callerSigner(internalKeys: readonly string[]): Step {
  function sign({ caller, signed }: Connection, location: LocationFacts | null, nowMs: number): Promise<string> {
    const slot = {
      token: signCallerToken(internalKeys, { ...caller, location }, new Date(nowMs)),
      renewMs: nowMs + renewAfterMs,
    };
    const key = location?.id ?? '';
    signed.set(key, slot);
    slot.token.then(
      (token) => signed.get(key) === slot && signed.set(key, { token, renewMs: slot.renewMs }),
      () => signed.delete(key),
    );
    return slot.token;
  }

  return (request) => {
    const { connection, location, startedMs } = request;
    if (!connection) return;
    const known = connection.signed.get(location?.id ?? '');
    const facts = location ? { id: location.id, timezone: location.timezone } : null;
    const token = known && known.renewMs > startedMs ? known.token : sign(connection, facts, startedMs);
    if (typeof token === 'string') request.callerToken = token;
    else return token.then((late) => void (request.callerToken = late));
  };
}
