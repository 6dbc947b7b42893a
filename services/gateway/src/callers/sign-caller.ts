import type { LocationFacts } from '@order-hub/shared/caller';
import { callerTokenSeconds, signCallerToken } from '@order-hub/shared/caller-token';
import type { SigningKey } from '@order-hub/shared/signing-keys';
import type { Connection } from '../request/connection.ts';
import type { GatewayStep } from '../request/public-request.ts';

const renewAfterMs = (callerTokenSeconds / 2) * 1000;

type TokenUse = { to: string; location: LocationFacts | undefined; key: string };

/** Has all facts of the location that are signed: once one changes, its former tokens are not used again. */
const keyOf = (to: string, location: LocationFacts | undefined) =>
  location ? `${to}/${location.id}/${location.timezone}` : to;

/**
 * Signs the caller token, which tells the service who is calling. Reuses a token per connection, service and facts of the location
 * for half of its life, because signing costs more than all other steps together.
 */
export function callerSigner(signingKey: SigningKey, now: () => Date): GatewayStep {
  function sign({ caller, signed }: Connection, { to, location, key }: TokenUse, nowMs: number): Promise<string> {
    const facts = location ? { id: location.id, timezone: location.timezone } : null;
    const entry = {
      token: signCallerToken(signingKey, { caller: { ...caller, location: facts }, to }, new Date(nowMs)),
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
    // Not the start of the request: its body may have taken half a minute to arrive.
    const nowMs = now().getTime();
    const to = route.upstream;
    const key = keyOf(to, location);
    const cached = connection.signed.get(key);
    const token = cached && cached.renewMs > nowMs ? cached.token : sign(connection, { to, location, key }, nowMs);
    if (typeof token === 'string') request.callerToken = token;
    else return token.then((signed) => void (request.callerToken = signed));
  };
}
