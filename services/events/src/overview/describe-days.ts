import type { Database } from '@order-hub/shared/database';
import type { describeDays as declared } from '@order-hub/shared/today-calls';
import type { z } from 'zod';
import { listFigures } from '../order-figures/list-figures.ts';
import { appTrouble, troubleTimes } from './app-trouble.ts';
import { listTrouble } from './trouble.store.ts';

/** The figures of days of locations, and what needs somebody there now. The caller has checked who may see them. */
export async function describeDays(
  { db }: { db: Database },
  asked: z.output<typeof declared.body>,
  now: Date,
): Promise<z.output<typeof declared.reply>> {
  const [figures, trouble] = await Promise.all([
    listFigures(db, asked, now),
    listTrouble(db, asked.shops, troubleTimes(now)),
  ]);
  return { ...figures, trouble: trouble.map(appTrouble) };
}
