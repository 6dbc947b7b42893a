import { expect, test } from '@jest/globals';
import { hashPassword, isPassword } from './password.ts';

test('a password is hashed with argon2id and the parameters of OWASP, with a salt of its own', async () => {
  const hashed = await hashPassword('correct horse');
  expect(hashed).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await hashPassword('correct horse')).not.toBe(hashed);
});

test('only the same password is it, however its characters were composed', async () => {
  const hashed = await hashPassword('caf\u00e9 au lait');
  expect(await isPassword(hashed, 'cafe\u0301 au lait')).toBe(true);
  expect(await isPassword(hashed, 'cafe au lait')).toBe(false);
});
