/** Records the statements that services run in tests, for check-accounts.ts. */
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';

/** The variable by which jest's global setup passes the folder of recorded statements to the workers. */
export const statementsVariable = 'HUB_TEST_STATEMENTS';

/** A function of a source file, by its path from the root. */
export type SourceFunction = { file: string; name: string };

/** A statement, the function that wrote it, and all functions of sources that called it. */
export type RecordedStatement = { text: string; author: SourceFunction; callers: SourceFunction[] };

/** What has tables. Not `begin`, `set` or `lock table`. */
const hasTables = /^\s*\(?\s*(with|select|insert|update|delete|merge|truncate)\b/i;

const source = /\/((?:services\/[^/]+|packages\/[^/]+)\/(?:src|test|migrations)\/.+)$/;

/** It runs what others wrote. */
const runner = 'packages/shared/src/data/database.ts';

const isSource = ({ file }: SourceFunction) => /^(services\/[^/]+|packages\/shared)\/src\//.test(file);

/** The functions on the stack that are ours, the innermost first. */
function ownFunctions(): SourceFunction[] {
  const { prepareStackTrace, stackTraceLimit } = Error;
  Error.stackTraceLimit = 30;
  Error.prepareStackTrace = (_error, sites) => sites;
  const sites = new Error().stack as unknown as NodeJS.CallSite[];
  Object.assign(Error, { prepareStackTrace, stackTraceLimit });
  return sites.flatMap((site) => {
    const file = source.exec(site.getFileName() ?? '')?.[1];
    return file === undefined || file.startsWith('packages/testing/src/accounts/') || file === runner
      ? []
      : [{ file, name: site.getFunctionName() ?? '' }];
  });
}

/** The names of statements, and the texts of those without a name. */
const seen = new Set<string>();

function record(path: string, statement: unknown): void {
  const { text, name } = typeof statement === 'string' ? { text: statement } : (statement as Partial<pg.QueryConfig>);
  const key = name ?? text;
  if (text === undefined || key === undefined || seen.has(key) || !hasTables.test(text)) return;
  const own = ownFunctions();
  const [first] = own;
  // The statements of tests are their own business.
  if (!first || !isSource(first)) return;
  seen.add(key);
  const author = own.find(({ file, name: named }) => file === first.file && named !== '') ?? first;
  const recorded: RecordedStatement = { text, author, callers: own.filter(isSource) };
  appendFileSync(path, `${JSON.stringify(recorded)}\n`);
}

let isRecording = false;

/** From now on, records each statement that code of services and of packages/shared runs through pg, once per test file. */
export function recordStatements(): void {
  const folder = process.env[statementsVariable];
  if (folder === undefined || isRecording) return;
  isRecording = true;
  const path = join(folder, String(process.pid));
  for (const prototype of [pg.Pool.prototype, pg.Client.prototype]) {
    const { query } = prototype as unknown as { query(...args: unknown[]): unknown };
    Object.assign(prototype, {
      query(this: unknown, ...args: unknown[]) {
        record(path, args[0]);
        return query.apply(this, args);
      },
    });
  }
}
