import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { nameResolver } from '../src/pushing/http/resolve-name.ts';

/** A name server that never answers. */
let silent: Socket;
let queries = 0;
let servers: string[];
let folder: string;
let hostsPath: string;

beforeAll(async () => {
  silent = createSocket('udp4', () => (queries += 1)).bind(0, '127.0.0.1');
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

test('names in /etc/hosts, and localhost, need no name server', async () => {
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

test('names whose server does not answer are asked for at once, fail, and are not asked for again for a while', async () => {
  const resolve = nameResolver({ servers, hostsPath });
  const names = Array.from({ length: 50 }, (_, index) => `silent-${index}.example`);
  const answers = names.map(resolve);
  await expect(Promise.race(answers)).rejects.toThrow();
  // Both families of each name, before the first of them was given up.
  expect(queries).toBe(100);
  const settled = await Promise.allSettled(answers);
  expect(settled.every(({ status }) => status === 'rejected')).toBe(true);
  await expect(resolve('silent-0.example')).rejects.toThrow();
  expect(queries).toBe(100);
});
