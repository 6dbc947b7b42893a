import { connectionStatus } from '../connection.ts';
import type { CallerRow } from '../connection.store.ts';

/** What the gateway is answered about a token. */
export function viewCaller(row: CallerRow) {
  const { account_id, currency, timezone, blocked_at, disconnected_at, suspended, is_strict, ...caller } = row;
  const { location_id } = caller;
  return {
    status: connectionStatus({ blocked_at, disconnected_at, suspended }),
    caller: { ...caller, account: account_id && currency ? { id: account_id, currency } : null },
    location: location_id && timezone ? { id: location_id, timezone } : null,
    is_strict,
  };
}
