import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { nameResolver } from '../src/pushing/resolve-name.ts';

/** A name server that answers nothing. */
let silent: Socket;
let asked = 0;
let servers: string[];
let folder: string;
let hostsPath: string;

beforeAll(async () => {
  silent = createSocket('udp4', () => (asked += 1)).bind(0, '127.0.0.1');
  await once(silent, 'listening');
  servers = [`127.0.0.1:${silent.address().port}`];
  folder = await mkdtemp(join(tmpdir(), 'resolve-name-'));
  hostsPath = join(folder, 'hosts');
  await writeFile(hostsPath, '127.0.0.1 localhost\n10.1.2.3\tTill.example  till # the till\nfd00::3 till.example\n');
});
afterAll(async () => {
  silent.close();
  await rm(folder, { recursive: true });
});

test('names of /etc/hosts and localhost need no name server', async () => {
  const resolve = nameResolver({ servers, hostsPath });
  const till = [
    { address: '10.1.2.3', family: 4 },
    { address: 'fd00::3', family: 6 },
  ];
  expect(await resolve('till.example')).toEqual(till);
  expect(await resolve('TILL.example.')).toEqual(till);
  expect(await resolve('localhost')).toEqual([{ address: '127.0.0.1', family: 4 }]);
  expect((await resolve('a.localhost')).map(({ address }) => address)).toContain('127.0.0.1');
});

test('a name server that does not answer is given up soon, and not asked again for a while', async () => {
  const resolve = nameResolver({ servers, hostsPath });
  const startedAt = performance.now();
  const names = Array.from({ length: 50 }, (_, index) => `silent-${index}.example`);
  const answers = await Promise.allSettled(names.map(resolve));
  expect(answers.every(({ status }) => status === 'rejected')).toBe(true);
  expect(performance.now() - startedAt).toBeLessThan(10_000);
  const before = asked;
  await expect(resolve('silent-0.example')).rejects.toThrow();
  expect(asked).toBe(before);
});
