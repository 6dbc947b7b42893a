import type { Context } from '@order-hub/shared/caller';
import type { Database } from '@order-hub/shared/database';
import { invalid } from '@order-hub/shared/errors';
import { newId } from '@order-hub/shared/ids';
import type { z } from 'zod';
import { locationDefaults, type Location } from './location.ts';
import type { locationCreate } from './location.schema.ts';
import { insertLocation } from './location.store.ts';

type Deps = { db: Database };
type Input = z.output<typeof locationCreate>;

/** Opens a location of an account. Raises 422 on `account_id` when there is no such account. */
export async function createLocation(
  { db }: Deps,
  { now }: Context<null>,
  { account_id, ...input }: Input,
): Promise<Location> {
  const { name, ...place } = input;
  const id = newId(now);
  const account = await insertLocation(db, { id, account_id, name, ...place, ...locationDefaults, created_at: now });
  if (!account) throw invalid('account_id', 'is not the id of an account');
  return { id, name, account, ...place, ...locationDefaults };
}
