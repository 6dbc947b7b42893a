import { execFileSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from '@jest/globals';
import { serviceNames } from '@order-hub/shared/neighbours';
import { readSigningKey, readVerifyingKeys } from '@order-hub/shared/signing-keys';
import { temporaryFolder } from './temporary-folder.ts';

const root = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url));

const folder = temporaryFolder();
afterAll(() => folder.remove());
const file = join(folder.path, '.env');
const writeEnv = () => execFileSync('sh', [root('scripts/new-env.sh'), file], { stdio: ['ignore', 'inherit', 'pipe'] });

/** The variables that a file in the form of .env sets. */
function variablesOf(text: string): Map<string, string> {
  const lines = text.split('\n').filter((line) => /^[A-Z]/.test(line));
  return new Map(lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]));
}

writeEnv();
const written = variablesOf(readFileSync(file, 'utf8'));

test('new-env.sh sets every secret of .env.example, and each of docker-compose.yml', () => {
  const example = variablesOf(readFileSync(root('.env.example'), 'utf8'));
  expect([...written.keys()].sort()).toEqual([...example.keys()].sort());
  const required = readFileSync(root('docker-compose.yml'), 'utf8').matchAll(/\$\{(\w+):\?/g);
  expect([...new Set([...required].map(([, name]) => name))].sort()).toEqual([...written.keys()].sort());
});

test('new-env.sh gives each service a key that the others know under its name', () => {
  const known = readVerifyingKeys(written.get('HUB_VERIFYING_KEYS') ?? '');
  for (const service of serviceNames) {
    const text = written.get(`${service.replace('-', '_').toUpperCase()}_SIGNING_KEY`) ?? '';
    expect(known.get(readSigningKey(text).id)?.service).toBe(service);
  }
});

test('only the owner can read what new-env.sh writes, and it overwrites nothing', () => {
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const before = readFileSync(file, 'utf8');
  expect(writeEnv).toThrow(/exist/);
  expect(readFileSync(file, 'utf8')).toBe(before);
});
