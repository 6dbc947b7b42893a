/**
 * Batches concurrent requests: one statement and one wait for the disk store the new rows of many, or one internal call
 * asks for many (docs/decisions/0019-group-commit.md). For entries that do not depend on each other: their order is open.
 */
import { isRefusal } from './database.ts';

type Group<Entry, Result> = {
  /** Handles entries in one statement or call, all or none. Returns a result for each, in their order. */
  run(entries: readonly Entry[]): Promise<readonly Result[]>;
  /** About what an entry adds to the size of the statement or call. */
  bytesOf(entry: Entry): number;
};

/** Resolves to the entry's result, once its row is committed or its call answered. Throws the reason it failed. */
export type Grouped<Entry, Result = void> = (entry: Entry) => Promise<Result>;

type Waiting<Entry, Result> = {
  entry: Entry;
  bytes: number;
  resolve(result: Result): void;
  reject(error: unknown): void;
};

/** Groups at a time. With one, processors idle in turns; with three or more, groups get smaller. */
const slots = 2;
/** Entries in a group. */
export const groupMax = 100;
/** Bytes in a group. A single entry may have more. */
const bytesMax = 1_048_576;

/** Takes the oldest entries that fit into one group. */
function takeGroup<Entry, Result>(waiting: Waiting<Entry, Result>[]): Waiting<Entry, Result>[] {
  let bytes = 0;
  const end = waiting.findIndex((one, at) => (bytes += one.bytes) > bytesMax && at > 0);
  return waiting.splice(0, Math.min(end === -1 ? waiting.length : end, groupMax));
}

async function runAll<Entry, Result>(run: Group<Entry, Result>['run'], group: readonly Waiting<Entry, Result>[]) {
  const results = await run(group.map(({ entry }) => entry));
  for (const [at, { resolve }] of group.entries()) resolve(results[at] as Result);
}

function rejectAll<Entry, Result>(group: readonly Waiting<Entry, Result>[], error: unknown) {
  for (const { reject } of group) reject(error);
}

/** Runs each entry alone, so that a refusal reaches only its own request. Any other failure ends it for all that are left. */
async function runEach<Entry, Result>(run: Group<Entry, Result>['run'], group: readonly Waiting<Entry, Result>[]) {
  for (const [at, one] of group.entries()) {
    try {
      await runAll(run, [one]);
    } catch (error) {
      if (!isRefusal(error)) return rejectAll(group.slice(at), error);
      one.reject(error);
    }
  }
}

/** Retries entries only if the database refused them: after any other error they may be stored already. */
async function runGroup<Entry, Result>(run: Group<Entry, Result>['run'], group: readonly Waiting<Entry, Result>[]) {
  try {
    await runAll(run, group);
  } catch (error) {
    if (group.length > 1 && isRefusal(error)) await runEach(run, group);
    else rejectAll(group, error);
  }
}

/**
 * Makes the function that handles one entry. It runs at once while a slot is free. While both are busy, entries gather; the
 * slot that becomes free first takes them together.
 *
 * The groups of two slots may be committed in either order. Messages of one key still announce changes in the order that a
 * client can observe: it sends a row that depends on another after the answer about that one.
 */
export function grouped<Entry, Result = void>({ run, bytesOf }: Group<Entry, Result>): Grouped<Entry, Result> {
  const waiting: Waiting<Entry, Result>[] = [];
  let busy = 0;

  async function work(): Promise<void> {
    busy += 1;
    while (waiting.length > 0) await runGroup(run, takeGroup(waiting));
    busy -= 1;
  }

  return (entry) =>
    new Promise((resolve, reject) => {
      waiting.push({ entry, bytes: bytesOf(entry), resolve, reject });
      if (busy < slots) void work();
    });
}
