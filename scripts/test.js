/**
 * `npm test`: the tests of all packages. A package's script `test` is one task; where it has parts (`test:browser`), each
 * of them is. Tasks wait for databases and clocks, so one more runs than there are cores, and the longest begin first.
 * Arguments choose packages: `npm test -- services/orders e2e`. With NODE_24, a folder that holds another `node`, the part
 * `other-node` runs on that.
 */
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { delimiter, join } from 'node:path';
import { runAll } from './run-all.js';
import { root, workspaces } from './workspaces.js';

const otherNode = process.env.NODE_24;

/** About how long the tests of a folder take: the size of their sources. */
const weightOf = (folder) =>
  readdirSync(join(root, folder), { recursive: true })
    .filter((name) => name.endsWith('.test.ts') && !/(^|[\\/])(node_modules|dist)[\\/]/.test(name))
    .reduce((sum, name) => sum + statSync(join(root, folder, name)).size, 0);

function tasksOf(folder) {
  const { scripts = {} } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
  const names = Object.keys(scripts).filter((name) => name === 'test' || name.startsWith('test:'));
  const parts = names.length > 1 ? names.filter((name) => name !== 'test') : names;
  return parts
    .filter((part) => part !== 'test:other-node' || otherNode)
    .map((part) => ({
      name: part === 'test' ? folder : `${folder} ${part.slice('test:'.length)}`,
      command: scripts[part],
      folder,
      env: part === 'test:other-node' ? { PATH: [otherNode, process.env.PATH].join(delimiter) } : {},
      // Parts run whole hubs: they take longer than any test of one package.
      weight: weightOf(folder) + (part === 'test' ? 0 : 1_000_000),
    }));
}

function report({ name, isPassed, seconds, output }) {
  console.log(`\n=== ${name}: ${isPassed ? 'passed' : 'failed'} (${seconds} s)\n${output.trim()}`);
}

const named = process.argv.slice(2);
const tasks = workspaces.filter((folder) => named.length === 0 || named.includes(folder)).flatMap(tasksOf);
tasks.sort((a, b) => b.weight - a.weight);
const arePassed = await runAll(tasks, { atOnce: availableParallelism() + 1, report });
process.exitCode = arePassed ? 0 : 1;
