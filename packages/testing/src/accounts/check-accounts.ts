/**
 * Checks, after all tests of a service, that each statement of its stores includes the account of every table that has one
 * (docs/decisions/0068-every-query-includes-the-account.md). The statements are those that ran in the tests.
 */
import { readFileSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { loadModule, parseSync } from 'libpg-query';
import { columnsByTable, templateSchema } from '../servers/fresh-database.ts';
import { exceptions, runByBackOffice } from './exceptions.ts';
import { statementsVariable, type RecordedStatement, type SourceFunction } from './record-statements.ts';
import type { Tables } from './scope.ts';
import { unboundTables } from './unbound-tables.ts';
import type { Node } from './syntax-tree.ts';

const nameOf = ({ file, name }: SourceFunction) => `${file} ${name}`;

function recordedIn(folder: string): RecordedStatement[] {
  const lines = readdirSync(folder).flatMap((name) => readFileSync(join(folder, name), 'utf8').trim().split('\n'));
  const statements = lines.map((line): RecordedStatement => JSON.parse(line));
  return [...new Map(statements.map((each) => [`${nameOf(each.author)} ${each.text}`, each])).values()];
}

/** A table, with its alias, of which a statement leaves the account out. */
type Unbound = { author: string; table: string; text: string };

function unboundIn(statements: readonly RecordedStatement[], tables: Tables): Unbound[] {
  return statements.flatMap(({ text, author }) => {
    const { stmts = [] } = parseSync(text) as { stmts?: { stmt: Node }[] };
    const found = stmts.flatMap(({ stmt }) => unboundTables(stmt, tables));
    return found.map((table) => ({ author: nameOf(author), table, text }));
  });
}

/** A function that may leave out the account of a table; without `table`, of all. */
type Exception = { author: string; table?: string };

const exceptionsOf = (service: string): Exception[] =>
  Object.entries(exceptions[service] ?? {}).flatMap(([file, functions]) =>
    Object.entries(functions).flatMap(([name, reasons]): Exception[] => {
      const author = nameOf({ file, name });
      return typeof reasons === 'string' ? [{ author }] : Object.keys(reasons).map((table) => ({ author, table }));
    }),
  );

const covers = ({ author, table }: Exception, unbound: Unbound) =>
  author === unbound.author && (table === undefined || table === unbound.table.split(' ')[0]);

const querying = /^export (?:async )?(?:function|const) (\w+)[^(;]*\(\s*(?:db|trx)\b/gm;

/** The functions of a service's stores that take a database. */
function storeFunctions(rootDir: string): string[] {
  const service = basename(rootDir);
  const source = join(rootDir, 'src');
  const stores = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.store.ts'),
  );
  return stores.flatMap((store) =>
    [...readFileSync(join(source, store), 'utf8').matchAll(querying)].map(([, name = '']) =>
      nameOf({ file: `services/${service}/src/${store.replaceAll('\\', '/')}`, name }),
    ),
  );
}

const where = 'packages/testing/src/accounts/exceptions.ts';

/** What only the run of all tests shows: exceptions that are no longer needed, and store functions that did not run. */
function faultsOfWhole(recorded: readonly RecordedStatement[], unbound: readonly Unbound[], rootDir: string): string[] {
  const isElsewhere = (name: string) => runByBackOffice.includes(name);
  const stale = exceptionsOf(basename(rootDir)).filter(
    (exception) => !isElsewhere(exception.author) && !unbound.some((one) => covers(exception, one)),
  );
  const ran = new Set(recorded.flatMap(({ callers }) => callers.map(nameOf)));
  const unchecked = storeFunctions(rootDir).filter((name) => !ran.has(name) && !isElsewhere(name));
  return [
    ...stale.map(({ author, table = '' }) => `${author} ${table}: needs no exception, or did not run; see ${where}`),
    ...unchecked.map((name) => `${name}: ran in no test, so its statements were not checked`),
  ];
}

/**
 * Throws if a statement that ran leaves an account out, without a reason in exceptions.ts. `rootDir`: the package whose tests ran,
 * in most cases that of the service. `isWhole`: all of them ran.
 */
export async function checkAccounts(rootDir: string, isWhole: boolean): Promise<void> {
  const service = templateSchema() ?? '';
  if (!(service in exceptions)) return;
  const recorded = recordedIn(process.env[statementsVariable] ?? '');
  await loadModule();
  const unbound = unboundIn(recorded, await columnsByTable(service));
  const excepted = exceptionsOf(service);
  const faults = [
    ...unbound
      .filter((one) => !excepted.some((exception) => covers(exception, one)))
      .map(({ author, table, text }) => `without account: ${author}: ${table}, in\n  ${text.trim()}`),
    ...(isWhole && basename(rootDir) === service ? faultsOfWhole(recorded, unbound, rootDir) : []),
  ];
  if (faults.length > 0) throw new Error(`${rule}\n${faults.join('\n')}`);
}

const rule = 'Every store query includes the account (CONTRIBUTING.md, rule 5).';
