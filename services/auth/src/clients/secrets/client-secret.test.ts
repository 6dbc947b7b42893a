import { expect, test } from '@jest/globals';
import { newClientSecret } from './client-secret.ts';

test('a client secret is recognisable and never the same', () => {
  const secrets = Array.from({ length: 100 }, newClientSecret);
  expect(new Set(secrets).size).toBe(100);
  for (const secret of secrets) expect(secret).toMatch(/^hub_secret_[0-9a-f]{48}$/);
});
