import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { keepSecrets } from '../src/data-folder/secrets.ts';

test('secrets are kept; those that an earlier release lacked are added', () => {
  const folder = mkdtempSync(join(tmpdir(), 'secrets-'));
  const earlier = { internal_keys: 'a', encryption_keys: 'b', operator_key: 'c', postgres_password: 'd' };
  writeFileSync(join(folder, 'secrets.json'), JSON.stringify(earlier));
  const secrets = keepSecrets(folder);
  expect(secrets).toMatchObject(earlier);
  expect(secrets.signing_keys.gateway).toEqual(expect.any(String));
  expect(keepSecrets(folder)).toEqual(secrets);
});
