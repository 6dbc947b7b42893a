/**
 * `npm run check`: every check that is not a test, with as many at once as there are cores, the longest first. Prints what
 * each one took, and the output of those that fail. Arguments choose checks: `npm run check -- lint types`.
 */
import { availableParallelism } from 'node:os';
import { runAll } from './run-all.js';
import { compiler } from './workspaces.js';

const tsc = `node ${compiler}`;

/** Each needs a build at most, and nothing of another one. */
const checks = [
  { name: 'lint', command: 'eslint .' },
  { name: 'types', command: `${tsc} --build tsconfig.json` },
  { name: 'API document', command: 'node scripts/openapi.js --check' },
  { name: 'boundaries', command: 'depcruise services packages e2e bench' },
  { name: 'rooms', command: 'depcruise --config .dependency-cruiser.rooms.cjs services packages' },
  { name: 'format', command: 'prettier --check --log-level=warn --cache --cache-strategy=content .' },
  { name: 'dead code', command: 'knip' },
  { name: 'citations', command: 'node scripts/check-citations.js' },
  { name: 'tables', command: 'node scripts/check-tables.js' },
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
