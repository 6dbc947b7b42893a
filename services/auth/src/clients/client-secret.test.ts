import { expect, test } from '@jest/globals';
import { digest } from '@order-hub/shared/encryption';
import { isClientSecret, newClientSecret } from './client-secret.ts';

test('a client secret is recognisable and never the same', () => {
  const secrets = Array.from({ length: 100 }, newClientSecret);
  expect(new Set(secrets).size).toBe(100);
  for (const secret of secrets) expect(secret).toMatch(/^hub_secret_[0-9a-f]{48}$/);
});

test.each(['', 'hub_secret_', 'x'.repeat(10_000)])('a wrong secret of any length is not it: %#', (wrong) => {
  const secret = newClientSecret();
  expect(isClientSecret(digest(secret), secret)).toBe(true);
  expect(isClientSecret(digest(secret), wrong)).toBe(false);
});
