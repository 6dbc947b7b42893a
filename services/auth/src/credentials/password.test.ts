import { setMaxListeners } from 'node:events';
import { describe, expect, test } from '@jest/globals';
import { hash, verify } from '@node-rs/argon2';
import { checkPassword, hashPassword } from './hash-password.ts';
import { assertHardToGuess, isEasyToGuess } from './password.ts';

describe('easy passwords', () => {
  const email = 'Ada.Lovelace@Engines-London.example';

  describe('a password (docs/api/back-office.md#passwords)', () => {
    test.each([
      'aaaaaaaaaa',
      '12345678',
      '0987654321',
      'abcdefgh',
      'Qwertyuiop',
      'azertyuiop',
      'password',
      'Password1!',
      'P@$$w0rd2026',
      'ada.lovelace@engines-london.example',
      'ADA.LOVELACE',
      'lovelace',
      'engines-london.example',
      'ｐａｓｓｗｏｒｄ',
      'iloveyou2',
      'Liverpool1',
      'ＤＲＡＧＯＮ１２３',
    ])('%s is easy to guess', (password) => {
      expect(isEasyToGuess(password, email)).toBe(true);
    });

    test.each(['correct horse battery', 'password manager', 'aaaaaaab', '12345679 ', 'ada lovelace', '§§§§§§§ 1'])(
      '%s is taken',
      (password) => {
        expect(isEasyToGuess(password, email)).toBe(false);
      },
    );

    test('is refused in the words of its form', () => {
      expect(() => assertHardToGuess('12345678', email, 'new_password')).toThrow('new_password is too easy to guess');
    });
  });
});

describe('hashed passwords', () => {
  const patient = new AbortController();

  // Node warns of more than ten listeners: here many requests share a signal.
  setMaxListeners(100, patient.signal);

  /** A context of somebody at this address. */
  const from = (address: string, { signal } = patient) => ({ address, signal, cost: { ms: 0 } });

  const ctx = from('192.0.2.1');

  test('a password is hashed with argon2id and the parameters of OWASP, with a salt of its own', async () => {
    const hashed = await hashPassword(ctx, 'correct horse');
    expect(hashed).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(await hashPassword(ctx, 'correct horse')).not.toBe(hashed);
  });

  test('the hash is of the same password, however its characters were composed', async () => {
    const hashed = await hashPassword(ctx, 'cafe\u0301 au lait');
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
      const { isRight, better } = await checkPassword(ctx, await hash('correct horse', cost), 'correct horse');
      expect([isRight, better]).toEqual([true, expect.stringContaining('$argon2id$v=19$m=19456,t=2,p=1$')]);
      expect(await verify(better ?? '', 'correct horse')).toBe(true);
    });

    test.each([
      ['of today', { memoryCost: 19_456, timeCost: 2, parallelism: 1 }],
      ['that costs more', { memoryCost: 32_768, timeCost: 3, parallelism: 1 }],
    ])('of a hash %s keeps it', async (_, cost) => {
      const checked = await checkPassword(ctx, await hash('correct horse', cost), 'correct horse');
      expect(checked).toEqual({ isRight: true, better: undefined });
    });
  });

  test('a wrong password gets no new hash, and who is not there has none that is right', async () => {
    const weak = await hash('correct horse', { memoryCost: 8_192, timeCost: 1, parallelism: 1 });
    const nothing = { isRight: false, better: undefined };
    expect(await checkPassword(ctx, weak, 'wrong horse')).toEqual(nothing);
    expect(await checkPassword(ctx, undefined, 'correct horse')).toEqual(nothing);
  });

  describe('while somebody has twenty passwords hashed and more', () => {
    const flood = () =>
      Array.from({ length: 40 }, () => hashPassword(ctx, 'correct horse').catch((error: unknown) => error));

    test('further ones from the same address are refused', async () => {
      const answers = await Promise.all(flood());
      const refused = answers.filter((answer) => typeof answer !== 'string');
      expect(refused.length).toBeGreaterThan(15);
      expect(refused[0]).toMatchObject({ status: 503, headers: { 'Retry-After': '2' } });
      expect(await hashPassword(ctx, 'correct horse')).toContain('$argon2id$');
    });

    test('another address and a user who has logged in are served in turn', async () => {
      let answered = 0;
      const underWay = flood().map((hashed) =>
        hashed.then((answer) => (answered += Number(typeof answer === 'string'))),
      );
      const user = { ...ctx, session: { user: { id: 'a-user' } } };
      await Promise.all([hashPassword(from('192.0.2.2'), 'correct horse'), hashPassword(user, 'correct horse')]);
      // Those already being hashed, and one more for each turn of the others.
      expect(answered).toBeLessThan(10);
      await Promise.all(underWay);
    });

    test('whoever gives up waiting leaves the line', async () => {
      const underWay = flood();
      const given = new AbortController();
      const waiting = hashPassword(from('192.0.2.3', given), 'correct horse');
      given.abort(new Error('the client is gone'));
      await expect(waiting).rejects.toThrow('the client is gone');
      await Promise.all(underWay);
    });
  });

  test('the event loop turns while a password is hashed', async () => {
    let turns = 0;
    const turn = () => {
      turns += 1;
      next = setImmediate(turn);
    };
    let next = setImmediate(turn);
    await hashPassword(ctx, 'correct horse');
    clearImmediate(next);
    expect(turns).toBeGreaterThan(0);
  });

  test('a request pays for the time of its hash', async () => {
    const paying = from('192.0.2.4');
    await hashPassword(paying, 'correct horse');
    expect(paying.cost.ms).toBeGreaterThan(0);
  });
});
