import type { ReadBytes } from '@order-hub/shared/byte-body';
import type { Context } from '@order-hub/shared/caller';
import { transaction, type Database, type Queryable } from '@order-hub/shared/database';
import { noteUnknown } from '@order-hub/shared/handling';
import { inSlot, type Slots } from '@order-hub/shared/slots';
import type { Threads } from '../threads/open-threads.ts';
import { errorOf } from '../threads/refusal.ts';
import { isLargeJson } from '../threads/task-size.ts';
import { entriesIn, type CheckedEntries, type EntriesTask } from './entries/check-entries.ts';
import type { SentEntries } from './entries/entry.schema.ts';

/** `writes`: changes of an account are stored one after the other, and those that wait take no connection from others. */
export type ChangeInventoryDeps = { db: Database; threads: Threads; writes: Slots };

/** A body of this size is checked within some 10 ms; the largest takes up to half a second. */
const smallBytes = 65_536;

/** Reads the entries of a body; those of a large one in a thread. Throws 413, 400, 422 with every fault, and 503. */
async function readEntries(
  { threads }: ChangeInventoryDeps,
  { caller, signal, cost, handling }: Context,
  readBytes: ReadBytes,
): Promise<SentEntries> {
  const bytes = await readBytes();
  if (bytes.length <= smallBytes) return entriesIn(bytes, handling);
  const value: EntriesTask = { bytes, isStrict: handling.isStrict };
  const task = { name: 'checkEntries', value, isLarge: isLargeJson(bytes.length) };
  const checked = (await threads.run(task, { account_id: caller.account.id, signal, cost })) as CheckedEntries;
  noteUnknown(handling, checked.unknown);
  if ('refusal' in checked) throw errorOf(checked.refusal);
  return checked.entries;
}

/** Reads the entries of a body, and runs `change` with them in a transaction. Throws 413, 400, 422 and 503. */
export async function changeInventory<Result>(
  deps: ChangeInventoryDeps,
  ctx: Context,
  readBytes: ReadBytes,
  change: (trx: Queryable, sent: SentEntries) => Promise<Result>,
): Promise<Result> {
  const sent = await readEntries(deps, ctx, readBytes);
  const { db, writes } = deps;
  return inSlot(writes.take(ctx.caller.account.id, ctx), () => transaction(db, (trx) => change(trx, sent)));
}
