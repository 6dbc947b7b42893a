import { describe, expect, test } from '@jest/globals';
import { assertHardToGuess, isEasyToGuess } from './password.ts';

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
