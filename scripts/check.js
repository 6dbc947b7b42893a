/**
 * `npm run check`: every check that is not a test, with as many at once as there are cores, the longest first. Prints how
 * long each took, and the output of those that fail. Arguments choose checks by how their names begin:
 * `npm run check -- lint types`.
 */
import { availableParallelism } from 'node:os';
import { relative } from 'node:path';
import { runAll } from './run-all.js';
import { typePrograms } from './type-programs.js';
import { compiler, root } from './workspaces.js';

const programs = typePrograms();

/** As a path from the root, where the checks run: the root's own path may contain a space. */
const tsc = `node ${relative(root, compiler)}`;

/** Lints the folders of one program. A folder inside them may belong to another one. */
function lintOf({ path, folders }) {
  const inside = programs.flatMap((other) => other.folders.filter((folder) => isInside(folder, folders)));
  const ignored = inside.map((folder) => ` --ignore-pattern ${folder}/`).join('');
  const command = `eslint ${folders.join(' ')}${ignored}`;
  return { name: `lint ${folders[0]} …`, command, env: { LINT_PROGRAM: path } };
}

const isInside = (folder, folders) => folders.some((outer) => folder.startsWith(`${outer}/`));

const typesOf = ({ path, folders }) => ({
  name: `types ${folders[0]} …`,
  command: `${tsc} --project ${path}`,
});

/** They need the types that `npm run openapi` generates from the API document, and are otherwise independent. */
const checks = [
  ...programs.toSorted((a, b) => b.folders.length - a.folders.length).map(lintOf),
  { name: 'format', command: 'prettier --check --log-level=warn --cache --cache-strategy=content .' },
  ...programs.map(typesOf),
  {
    name: 'types menu',
    command: `${tsc} --project packages/menu/tsconfig.build.json --noCheck false --noEmit`,
  },
  {
    name: 'types client',
    command: `${tsc} --project packages/client/tsconfig.build.json --noCheck false --noEmit`,
  },
  { name: 'boundaries', command: 'depcruise services packages e2e bench examples' },
  { name: 'rooms', command: 'depcruise --config .dependency-cruiser.rooms.cjs services packages' },
  { name: 'lint scripts', command: 'eslint scripts examples "*.js"' },
  { name: 'dead code', command: 'knip' },
  { name: 'API document', command: 'redocly lint docs/openapi.json' },
  { name: 'citations', command: 'node scripts/check-citations.js' },
  { name: 'guarantees', command: 'node scripts/check-guarantees.js' },
  { name: 'bodies', command: 'node scripts/check-bodies.js' },
  { name: 'messages', command: 'node scripts/check-messages.js' },
  { name: 'tables', command: 'node scripts/check-tables.js' },
  { name: 'folders', command: 'node scripts/check-folders.js' },
  { name: 'settings', command: 'node scripts/settings.js --check' },
  { name: 'commands', command: 'node scripts/commands.js --check' },
  { name: 'engines', command: 'node scripts/check-engines.js' },
  { name: 'lock', command: 'node scripts/check-lock.js' },
  { name: 'metrics', command: 'node scripts/metrics.js --check' },
  { name: 'compose', command: 'node scripts/check-compose.js' },
  { name: 'broker rights', command: 'node scripts/broker-rights.js --check' },
  { name: 'alerts', command: 'node scripts/check-alerts.js' },
  { name: 'kubernetes', command: 'node scripts/check-kubernetes.js' },
];

function report({ name, isPassed, seconds, output }) {
  console.log(`${isPassed ? '✔' : '✖'} ${name} (${seconds} s)`);
  if (!isPassed) console.log(output);
}

const named = process.argv.slice(2);
const unknown = named.filter((start) => !checks.some(({ name }) => name.startsWith(start)));
if (unknown.length > 0) throw new Error(`No such check: ${unknown.join(', ')}`);
const chosen = checks.filter(({ name }) => named.length === 0 || named.some((start) => name.startsWith(start)));
const arePassed = await runAll(chosen, { atOnce: availableParallelism(), report });
process.exitCode = arePassed ? 0 : 1;
