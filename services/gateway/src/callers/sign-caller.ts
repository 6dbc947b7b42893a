import type { LocationFacts } from '@order-hub/shared/caller';
import { callerTokenSeconds, signCallerToken } from '@order-hub/shared/caller-token';
import type { Step } from '../pipeline/public-request.ts';
import type { Connection } from './connection.ts';

const renewAfterMs = (callerTokenSeconds / 2) * 1000;

/**
 * Signs the caller token, by which services know who is calling. A token is reused per connection and location for half of its
 * life: signing costs more than all other steps together.
 */
export function callerSigner(internalKeys: readonly string[]): Step {
  function sign({ caller, signed }: Connection, location: LocationFacts | undefined, nowMs: number): Promise<string> {
    const facts = location ? { id: location.id, timezone: location.timezone } : null;
    const entry = {
      token: signCallerToken(internalKeys, { ...caller, location: facts }, new Date(nowMs)),
      renewMs: nowMs + renewAfterMs,
    };
    const key = location?.id ?? '';
    signed.set(key, entry);
    entry.token.then(
      (token) => signed.get(key) === entry && signed.set(key, { token, renewMs: entry.renewMs }),
      () => signed.delete(key),
    );
    return entry.token;
  }

  return (request) => {
    const { connection, location, startedMs } = request;
    if (!connection) return;
    const cached = connection.signed.get(location?.id ?? '');
    const token = cached && cached.renewMs > startedMs ? cached.token : sign(connection, location, startedMs);
    if (typeof token === 'string') request.callerToken = token;
    else return token.then((signed) => void (request.callerToken = signed));
  };
}
