/**
 * Secrets at rest that must be shown again: access tokens and client secrets. AES-256-GCM through
 * jose (JWE, `dir`), bound to what they belong to, so that a ciphertext copied to another row does not decrypt there.
 */
import { createHash } from 'node:crypto';
import { compactDecrypt, CompactEncrypt } from 'jose';

const keyBytes = (key: string) => createHash('sha256').update(key).digest();

/** A short name for a key that gives nothing of it away; kept beside each ciphertext to find the key again. */
const keyName = (key: string) => createHash('sha256').update('key-name:').update(key).digest('hex').slice(0, 12);

/** Encrypts with the first key of the ring. `owner` is what the secret belongs to, such as `client:<id>`. */
export function encryptSecret(keys: readonly string[], secret: string, owner: string): Promise<string> {
  const [key = ''] = keys;
  return new CompactEncrypt(new TextEncoder().encode(secret))
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM', kid: keyName(key), owner })
    .encrypt(keyBytes(key));
}

/** Decrypts with whichever key of the ring encrypted it. Throws when the owner differs, a key is missing or the text was changed. */
export async function decryptSecret(keys: readonly string[], encrypted: string, owner: string): Promise<string> {
  const { plaintext, protectedHeader } = await compactDecrypt(encrypted, ({ kid }) => {
    const key = keys.find((candidate) => keyName(candidate) === kid);
    if (!key)
      throw new Error(
        `No key of HUB_ENCRYPTION_KEYS has the name ${String(kid)}, with which this secret was encrypted`,
      );
    return keyBytes(key);
  });
  if (protectedHeader['owner'] !== owner) throw new Error('The secret belongs to something else');
  return new TextDecoder().decode(plaintext);
}

/** To whom a client's encrypted secret belongs: auth encrypts it, events decrypts it to sign callbacks. */
export const clientSecretOwner = (client_id: string) => `client:${client_id}`;

/** SHA-256 in hex: what a token or code is looked up by. */
export const digest = (text: string) => createHash('sha256').update(text).digest('hex');
