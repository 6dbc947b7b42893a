import type { Database } from '@order-hub/shared/database';
import { idFloor, timeOfId } from '@order-hub/shared/ids';
import type { describeDays as declared } from '@order-hub/shared/today-calls';
import type { z } from 'zod';
import { listFigures } from '../order-figures/list-figures.ts';
import { listTrouble, type TroubleRow } from './trouble.store.ts';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
/** A till asks for new orders every minute or so. */
const silentMs = 10 * minuteMs;

const refusedMin = 20;

/** Which trouble it is, the worst first: what a silent app does not fetch, nobody cooks. */
function viewOf({ connection_id, account_id, location_id, oldest_id, ...row }: TroubleRow) {
  const since = oldest_id === null ? null : timeOfId(oldest_id).toISOString();
  const of = { connection_id, account_id, location_id, since };
  if (row.is_passive) return { ...of, kind: 'silent' as const, status: null, reason: null };
  if (row.refusals >= refusedMin) return { ...of, kind: 'refusing' as const, status: row.refusal_status, reason: null };
  return { ...of, kind: 'failing' as const, status: row.last_status, reason: row.last_fault };
}

/** The figures of days of locations, and what needs somebody there now. The caller has checked who may see them. */
export async function describeDays(
  { db }: { db: Database },
  asked: z.output<typeof declared.body>,
  now: Date,
): Promise<z.output<typeof declared.reply>> {
  const ago = (ms: number) => new Date(now.getTime() - ms);
  const times = { unfetched: idFloor(ago(silentMs)), failedSince: ago(dayMs) };
  const [figures, trouble] = await Promise.all([listFigures(db, asked, now), listTrouble(db, asked.shops, times)]);
  return { ...figures, trouble: trouble.map(viewOf) };
}
