/** When an app has trouble, and which. */
import { behindReason, silentAfterMs } from '@order-hub/shared/app-trouble';
import { idFloor, timeOfId } from '@order-hub/shared/ids';
import type { AppTrouble } from '@order-hub/shared/trouble-calls';
import type { TroubleRow, TroubleTimes } from './trouble.store.ts';

const dayMs = 24 * 3_600_000;
const refusedMin = 20;

/** An event that waited since before `unfetched` makes an app silent; a failure is forgotten after a day. */
export const troubleTimes = (now: Date): TroubleTimes => ({
  unfetched: idFloor(new Date(now.getTime() - silentAfterMs)),
  failedSince: new Date(now.getTime() - dayMs),
});

/** Which trouble it is, the worst first: what a silent app does not fetch, nobody cooks. */
export function appTrouble({ connection_id, account_id, location_id, oldest_id, ...row }: TroubleRow): AppTrouble {
  const since = oldest_id === null ? null : timeOfId(oldest_id).toISOString();
  const of = { connection_id, account_id, location_id, since };
  if (row.is_passive) return { ...of, kind: 'silent', status: null, reason: null };
  if (row.refusals >= refusedMin) return { ...of, kind: 'refusing', status: row.refusal_status, reason: null };
  const reason = row.is_failing ? row.last_fault : behindReason;
  return { ...of, kind: 'failing', status: row.last_status, reason };
}
