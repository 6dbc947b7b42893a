/** packages/client in each runtime with a command line; `browser/client.test.ts` has the browser. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';
import { findProgram } from '../../src/find-program.ts';
import { root } from '../../src/root.ts';
import { passedHubs, type SharedHub } from '../hubs.ts';
import { expectedResult, programInput } from './input.ts';

const [hub] = passedHubs().hubs as [SharedHub];
const main = join(root, 'e2e/test/runtimes/main.js');

const runtimes = [
  ['Node', process.execPath, []],
  ['Deno', findProgram('DENO', 'deno'), ['run', '--allow-net', '--no-lock', '--node-modules-dir=manual']],
  ['Bun', findProgram('BUN', 'bun'), ['run']],
] as const;

for (const [name, program, args] of runtimes) {
  const sentence = `the client works in ${name}`;
  if (program === undefined) {
    test.skip(`${sentence} (there is none: no ${name.toUpperCase()}, none on PATH)`, () => undefined);
  } else {
    test(sentence, async () => {
      const input = JSON.stringify(await programInput(hub));
      const env = { ...process.env, DENO_NO_UPDATE_CHECK: '1' };
      const { stdout } = await promisify(execFile)(program, [...args, main, input], { env, timeout: 30_000 });
      expect(JSON.parse(stdout)).toEqual(expectedResult);
    });
  }
}
