import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { finished } from 'node:stream/promises';
import { afterAll, describe, expect, test } from '@jest/globals';
import { eventually } from '@order-hub/testing/call';
import { followOutput } from '../src/services/service-output.ts';
import { temporaryFolder } from './temporary-folder.ts';

const folder = temporaryFolder();
afterAll(() => folder.remove());

const unavailable = (request: number) => JSON.stringify({ level: 'warn', msg: 'orders is unavailable', request });
const lines = [
  unavailable(1),
  unavailable(2),
  JSON.stringify({ level: 'error', msg: 'broken' }),
  JSON.stringify({ level: 'info', msg: 'ready' }),
  'not JSON',
  unavailable(3),
];

async function follow(name: string, showAll: boolean): Promise<string[]> {
  const said: string[] = [];
  const stream = new PassThrough();
  const { recent } = followOutput([stream], { name, folder: folder.path, say: (text) => said.push(text), showAll });
  stream.end(`${lines.join('\n')}\n`);
  await finished(stream);
  await eventually(() => recent.length === lines.length);
  return said;
}

describe('the output of a service', () => {
  test('shows warnings and errors, but not the same message for each request', async () => {
    expect(await follow('gateway', false)).toEqual([
      'gateway: orders is unavailable (request: 1)',
      'gateway: broken',
      'gateway: not JSON',
    ]);
  });

  test('is complete in the log file', () => {
    expect(readFileSync(join(folder.path, 'logs', 'gateway.log'), 'utf8')).toBe(`${lines.join('\n')}\n`);
  });

  test('is complete on the screen with showAll', async () => {
    expect(await follow('orders', true)).toHaveLength(lines.length);
  });
});
