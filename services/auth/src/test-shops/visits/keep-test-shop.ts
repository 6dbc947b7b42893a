import type { Context } from '@order-hub/shared/caller';
import type { Database } from '@order-hub/shared/database';
import type { keepTestShop as call } from '@order-hub/shared/auth-calls';
import type { z } from 'zod';
import { keepShop } from './visit.store.ts';

/** Keeps what a visit leaves, unless its lease is over. */
export async function keepTestShop(
  { db }: { db: Database },
  _ctx: Context<null>,
  _params: object,
  kept: z.output<typeof call.body>,
) {
  await keepShop(db, kept);
  return {};
}
