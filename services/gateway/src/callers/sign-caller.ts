import type { LocationFacts } from '@order-hub/shared/caller';
import { callerTokenSeconds, signCallerToken } from '@order-hub/shared/caller-token';
import type { Step } from '../pipeline/public-request.ts';
import type { Connection } from './connection.ts';

const renewAfterMs = (callerTokenSeconds / 2) * 1000;

type Target = { to: string; location: LocationFacts | undefined; key: string };

/**
 * Signs the caller token, by which the service that the request goes to knows who is calling. A token is reused per
 * connection, service and location for half of its life: signing costs more than all other steps together.
 */
export function callerSigner(internalKeys: readonly string[], now: () => Date): Step {
  function sign({ caller, signed }: Connection, { to, location, key }: Target, nowMs: number): Promise<string> {
    const facts = location ? { id: location.id, timezone: location.timezone } : null;
    const entry = {
      token: signCallerToken(internalKeys, { caller: { ...caller, location: facts }, to }, new Date(nowMs)),
      renewMs: nowMs + renewAfterMs,
    };
    signed.set(key, entry);
    entry.token.then(
      (token) => signed.get(key) === entry && signed.set(key, { token, renewMs: entry.renewMs }),
      () => signed.delete(key),
    );
    return entry.token;
  }

  return (request) => {
    const { connection, location, route } = request;
    if (!connection || !route) return;
    // Not the time at which the request began: its body may have taken half a minute.
    const nowMs = now().getTime();
    const to = route.upstream;
    const key = `${to}/${location?.id ?? ''}`;
    const cached = connection.signed.get(key);
    const token = cached && cached.renewMs > nowMs ? cached.token : sign(connection, { to, location, key }, nowMs);
    if (typeof token === 'string') request.callerToken = token;
    else return token.then((signed) => void (request.callerToken = signed));
  };
}
