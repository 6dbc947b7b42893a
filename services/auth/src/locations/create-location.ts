import type { Context } from '@order-hub/shared/caller';
import type { Queryable } from '@order-hub/shared/database';
import { invalid } from '@order-hub/shared/errors';
import { newId } from '@order-hub/shared/ids';
import type { z } from 'zod';
import { locationDefaults } from './location.ts';
import type { locationCreate } from './location.schema.ts';
import { insertLocation } from './location.store.ts';
import { viewLocation } from './location.view.ts';

/** Creates a location of an account. Throws 422 on `account_id` when there is no such account. */
export async function createLocation(
  { db }: { db: Queryable },
  { now }: Pick<Context, 'now'>,
  { account_id, name, ...place }: z.output<typeof locationCreate>,
) {
  const id = newId(now);
  const account = await insertLocation(db, { id, account_id, name, ...place, ...locationDefaults, created_at: now });
  if (!account) throw invalid('account_id', 'is not the id of an account');
  return viewLocation({ id, name, account, ...place, ...locationDefaults }, now);
}
