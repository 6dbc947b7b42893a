import type { Queryable } from '@order-hub/shared/database';
import { invalid } from '@order-hub/shared/errors';
import { newId } from '@order-hub/shared/ids';
import type { z } from 'zod';
import type { Actor } from '../audit/audit.ts';
import { recordEntry } from '../audit/record-entry.ts';
import { locationDefaults } from './location.ts';
import type { locationCreate } from './location.schema.ts';
import { insertLocation } from './location.store.ts';
import { viewLocation } from './location.view.ts';

/** Creates a location of an account, in a transaction. Throws 422 on `account_id` when there is no such account. */
export async function createLocation(
  { db: trx }: { db: Queryable },
  by: Actor,
  { account_id, name, ...place }: z.output<typeof locationCreate>,
) {
  const id = newId(by.at);
  const account = await insertLocation(trx, { id, account_id, name, ...place, ...locationDefaults, created_at: by.at });
  if (!account) throw invalid('account_id', 'is not the id of an account');
  await recordEntry(trx, by, { action: 'location.create', account_id, subject_id: id, details: { name, ...place } });
  return viewLocation({ id, name, account, ...place, ...locationDefaults }, by.at);
}
