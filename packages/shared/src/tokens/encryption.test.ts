import { expect, test } from '@jest/globals';
import { decryptSecret, digest, encryptSecret, headCharacters, keyName, keyNameIn } from './encryption.ts';

const [first, second] = ['1'.repeat(32), '2'.repeat(32)];

test('a secret decrypts with any key of the ring, for its owner only', async () => {
  const encrypted = await encryptSecret([first], 'hush', 'client:1');
  expect(encrypted).not.toContain('hush');
  await expect(decryptSecret([second, first], encrypted, 'client:1')).resolves.toBe('hush');
  await expect(decryptSecret([first], encrypted, 'client:2')).rejects.toThrow('belongs to something else');
  await expect(decryptSecret([second], encrypted, 'client:1')).rejects.toThrow('No key of HUB_ENCRYPTION_KEYS');
});

test('a ciphertext names its key, in its first characters', async () => {
  const encrypted = await encryptSecret([second, first], 'hush', 'client:1');
  expect([keyNameIn(encrypted), keyNameIn(encrypted.slice(0, headCharacters))]).toEqual([
    keyName(second),
    keyName(second),
  ]);
  expect(keyNameIn('no ciphertext')).toBe('unknown');
});

test('a changed ciphertext does not decrypt', async () => {
  const encrypted = await encryptSecret([first], 'hush', 'client:1');
  const parts = encrypted.split('.');
  const changed = [...parts.slice(0, 3), parts[3]?.replace(/^./, (char) => (char === 'A' ? 'B' : 'A')), parts[4]].join(
    '.',
  );
  await expect(decryptSecret([first], changed, 'client:1')).rejects.toThrow();
});

test('equal secrets have different ciphertexts and equal digests', async () => {
  expect(await encryptSecret([first], 'hush', 'a')).not.toBe(await encryptSecret([first], 'hush', 'a'));
  expect(digest('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
});
