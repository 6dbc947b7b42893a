/** Runs programs side by side. */
import { spawn } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { root } from './workspaces.js';

const PATH = [join(root, 'node_modules', '.bin'), process.env.PATH].join(delimiter);

/**
 * A program to run: `command` is a line of shell, `folder` where it runs, as a path from the root, `env` what is added to
 * the environment.
 * @typedef {{ name: string, command: string, folder?: string, env?: Record<string, string> }} Task
 * @typedef {Task & { isPassed: boolean, seconds: number, output: string }} Result
 */

/** @param {Task} task @param {((part: Buffer) => void) | undefined} show @returns {Promise<Result>} */
function run(task, show) {
  const startedAt = performance.now();
  const { command, folder = '.', env = {} } = task;
  const options = { cwd: join(root, folder), env: { ...process.env, PATH, ...env }, shell: true };
  const child = spawn(command, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  const parts = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', show ?? ((part) => parts.push(part)));
  return new Promise((resolve) => {
    child.on('close', (code) => {
      const seconds = Math.round((performance.now() - startedAt) / 100) / 10;
      resolve({ ...task, isPassed: code === 0, seconds, output: Buffer.concat(parts).toString() });
    });
  });
}

/**
 * Runs the tasks in their order, at most `atOnce` at a time, and passes each result to `report` as soon as it is there.
 * `show` gets the output while it comes; without it, the result has the output. Returns whether all have passed.
 * @param {Task[]} tasks
 * @param {{ atOnce: number, report: (result: Result) => void, show?: (part: Buffer) => void }} options
 */
export async function runAll(tasks, { atOnce, report, show }) {
  const waiting = [...tasks];
  let arePassed = true;
  async function work() {
    for (let task = waiting.shift(); task; task = waiting.shift()) {
      const result = await run(task, show);
      arePassed &&= result.isPassed;
      report(result);
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work));
  return arePassed;
}
