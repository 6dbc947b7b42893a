/**
 * `npm run check`: every check that is not a test, with as many at once as there are cores, the longest first. Prints what
 * each one took, and the output of those that fail. Arguments choose checks: `npm run check -- lint types`.
 */
import { availableParallelism } from 'node:os';
import { runAll } from './run-all.js';
import { typePrograms } from './type-programs.js';
import { compiler } from './workspaces.js';

/** These need the types that `npm run openapi` makes from the API document; beside that, nothing of one another. */
const checks = [
  { name: 'lint', command: 'LINT_EVERYTHING=true eslint .' },
  ...typePrograms().map((path, index) => ({
    name: `types ${index + 1}`,
    command: `node ${compiler} --project ${path}`,
  })),
  { name: 'menu', command: `node ${compiler} --project packages/menu/tsconfig.build.json --noCheck false --noEmit` },
  { name: 'boundaries', command: 'depcruise services packages e2e bench' },
  { name: 'rooms', command: 'depcruise --config .dependency-cruiser.rooms.cjs services packages' },
  { name: 'format', command: 'prettier --check --log-level=warn --cache --cache-strategy=content .' },
  { name: 'dead code', command: 'knip' },
  { name: 'API document', command: 'redocly lint docs/openapi.json' },
  { name: 'citations', command: 'node scripts/check-citations.js' },
  { name: 'tables', command: 'node scripts/check-tables.js' },
  { name: 'engines', command: 'node scripts/check-engines.js' },
];

function report({ name, isPassed, seconds, output }) {
  console.log(`${isPassed ? '✔' : '✖'} ${name} (${seconds} s)`);
  if (!isPassed) console.log(output);
}

const named = process.argv.slice(2);
const unknown = named.filter((name) => !checks.some((check) => check.name === name));
if (unknown.length > 0) throw new Error(`No such check: ${unknown.join(', ')}`);
const chosen = named.length === 0 ? checks : checks.filter(({ name }) => named.includes(name));
const arePassed = await runAll(chosen, { atOnce: availableParallelism(), report });
process.exitCode = arePassed ? 0 : 1;
