import { expect, test } from '@jest/globals';
import { verify } from '@node-rs/argon2';
import { hashPassword } from './hash-password.ts';

test('a password is hashed with argon2id and the parameters of OWASP, with a salt of its own', async () => {
  const hashed = await hashPassword('correct horse');
  expect(hashed).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await hashPassword('correct horse')).not.toBe(hashed);
});

test('the hash is of the same password, however its characters were composed', async () => {
  const hashed = await hashPassword('cafe\u0301 au lait');
  expect(await verify(hashed, 'caf\u00e9 au lait')).toBe(true);
  expect(await verify(hashed, 'cafe au lait')).toBe(false);
});
