import { describe, expect, test } from '@jest/globals';
import { hash, verify } from '@node-rs/argon2';
import { checkPassword, hashPassword } from './hash-password.ts';

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

describe('a right password', () => {
  const weaker = [
    ['less memory', { memoryCost: 8_192, timeCost: 2, parallelism: 1 }],
    ['fewer passes', { memoryCost: 19_456, timeCost: 1, parallelism: 1 }],
    ['argon2i', { memoryCost: 19_456, timeCost: 2, parallelism: 1, algorithm: 1 }],
  ] as const;

  test.each(weaker)('of a hash with %s gets one of today', async (_, cost) => {
    const { isRight, better } = await checkPassword(await hash('correct horse', cost), 'correct horse');
    expect([isRight, better]).toEqual([true, expect.stringContaining('$argon2id$v=19$m=19456,t=2,p=1$')]);
    expect(await verify(better ?? '', 'correct horse')).toBe(true);
  });

  test.each([
    ['of today', { memoryCost: 19_456, timeCost: 2, parallelism: 1 }],
    ['that costs more', { memoryCost: 32_768, timeCost: 3, parallelism: 1 }],
  ])('of a hash %s keeps it', async (_, cost) => {
    const checked = await checkPassword(await hash('correct horse', cost), 'correct horse');
    expect(checked).toEqual({ isRight: true, better: undefined });
  });
});

test('a wrong password gets no new hash, and who is not there has none that is right', async () => {
  const weak = await hash('correct horse', { memoryCost: 8_192, timeCost: 1, parallelism: 1 });
  const nothing = { isRight: false, better: undefined };
  expect(await checkPassword(weak, 'wrong horse')).toEqual(nothing);
  expect(await checkPassword(undefined, 'correct horse')).toEqual(nothing);
});

test('two at a time are hashed and a hundred wait; one more is refused while all of them are still there', async () => {
  let answered = 0;
  const taken = Array.from({ length: 102 }, () => hashPassword('correct horse').finally(() => (answered += 1)));
  await expect(hashPassword('correct horse')).rejects.toMatchObject({ status: 503, headers: { 'Retry-After': '2' } });
  expect(answered).toBe(0);
  await Promise.allSettled(taken);
  expect(await hashPassword('correct horse')).toContain('$argon2id$');
});
