import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { finished } from 'node:stream/promises';
import { afterAll, describe, expect, test } from '@jest/globals';
import { eventually } from '@order-hub/testing/call';
import { followOutput } from '../src/service-output.ts';
import { temporaryFolder } from './temporary-folder.ts';

const folder = temporaryFolder();
afterAll(() => folder.remove());

const away = (request: number) => JSON.stringify({ level: 'warn', msg: 'orders is away', request });
const lines = [
  away(1),
  away(2),
  JSON.stringify({ level: 'error', msg: 'broken' }),
  JSON.stringify({ level: 'info', msg: 'ready' }),
  'not JSON',
  away(3),
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
  test('shows warnings and errors, but not the same one for each request', async () => {
    expect(await follow('gateway', false)).toEqual([
      'gateway: orders is away (request: 1)',
      'gateway: broken',
      'gateway: not JSON',
    ]);
  });

  test('is in the log file whole', () => {
    expect(readFileSync(join(folder.path, 'logs', 'gateway.log'), 'utf8')).toBe(`${lines.join('\n')}\n`);
  });

  test('is on the screen whole when asked for', async () => {
    expect(await follow('orders', true)).toHaveLength(lines.length);
  });
});
