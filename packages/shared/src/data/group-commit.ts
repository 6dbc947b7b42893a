/**
 * Group commit: one statement, and one wait for the disk, for the new rows of many requests
 * (docs/decisions/0019-group-commit.md). For rows that depend on no other: they are stored in any order.
 */
import { isRefusal } from './database.ts';

/**
 * `insert` stores rows in one statement, all or none; it may return a result for each, in their order. `bytesOf` is about
 * what a row adds to its size.
 */
type Group<Row, Result> = {
  // eslint-disable-next-line @typescript-eslint/no-invalid-void-type -- rows without results need no return
  insert(rows: readonly Row[]): Promise<readonly Result[] | void>;
  bytesOf(row: Row): number;
};

/** Resolves once the row is committed. Throws why it is not. */
export type Grouped<Row, Result = void> = (row: Row) => Promise<Result>;

type Waiting<Row, Result> = { row: Row; bytes: number; resolve(result: Result): void; reject(error: unknown): void };

/** Statements at a time. With one the processors are idle in turns; with three and more, groups get smaller. */
const lanes = 2;
/** Rows of one statement. */
export const groupMax = 100;
/** Of one statement. A single row may have more. */
const bytesMax = 1_048_576;

/** Takes the oldest rows that fit into one statement. */
function takeGroup<Row, Result>(waiting: Waiting<Row, Result>[]): Waiting<Row, Result>[] {
  let bytes = 0;
  const end = waiting.findIndex((one, at) => (bytes += one.bytes) > bytesMax && at > 0);
  return waiting.splice(0, Math.min(end === -1 ? waiting.length : end, groupMax));
}

type Rejected = { reject(error: unknown): void };

const rejectAll = (group: readonly Rejected[], error: unknown) => {
  for (const { reject } of group) reject(error);
};

async function storeAll<Row, Result>(insert: Group<Row, Result>['insert'], group: readonly Waiting<Row, Result>[]) {
  const results = await insert(group.map(({ row }) => row));
  for (const [at, { resolve }] of group.entries()) resolve(results?.[at] as Result);
}

/** Stores the rows one by one, so that what refuses one is told to its own request. An outage ends it, for all that are left. */
async function storeEach<Row, Result>(insert: Group<Row, Result>['insert'], group: readonly Waiting<Row, Result>[]) {
  for (const [at, one] of group.entries()) {
    try {
      await storeAll(insert, [one]);
    } catch (error) {
      if (!isRefusal(error)) return rejectAll(group.slice(at), error);
      one.reject(error);
    }
  }
}

/** Only what the database refused is surely not stored, and may be sent again. */
async function store<Row, Result>(insert: Group<Row, Result>['insert'], group: readonly Waiting<Row, Result>[]) {
  try {
    await storeAll(insert, group);
  } catch (error) {
    if (group.length > 1 && isRefusal(error)) await storeEach(insert, group);
    else rejectAll(group, error);
  }
}

/**
 * Makes the function that stores one row. A row goes at once while a lane is free. While both are busy, rows gather, and the
 * lane that is free first takes them together.
 *
 * Rows of two lanes may be committed in either order. Messages of one key are still announced in the order of the changes
 * that a client can tell apart: a row that depends on another's is sent after that one's request was answered.
 */
export function grouped<Row, Result = void>({ insert, bytesOf }: Group<Row, Result>): Grouped<Row, Result> {
  const waiting: Waiting<Row, Result>[] = [];
  let busy = 0;

  async function work(): Promise<void> {
    busy += 1;
    while (waiting.length > 0) await store(insert, takeGroup(waiting));
    busy -= 1;
  }

  return (row) =>
    new Promise((resolve, reject) => {
      waiting.push({ row, bytes: bytesOf(row), resolve, reject });
      if (busy < lanes) void work();
    });
}
