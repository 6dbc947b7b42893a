/**
 * Encrypts access tokens and client secrets, which the hub shows again
 * (docs/decisions/0015-secrets-that-are-shown-again.md). AES-256-GCM through jose (JWE, `dir`). Each ciphertext is bound to
 * its owner, so that it does not decrypt in another row.
 */
import { createHash } from 'node:crypto';
import { compactDecrypt, CompactEncrypt } from 'jose';

const keyBytes = (key: string) => createHash('sha256').update(key).digest();

/** The name of a key, stored with each ciphertext to find the key. It reveals nothing about the key. */
export const keyName = (key: string) => createHash('sha256').update('key-name:').update(key).digest('hex').slice(0, 12);

/** The characters of a ciphertext that name its key: the first 48 bytes of its header, up to the name and with it. */
export const headCharacters = 64;

/** The name of the key of a ciphertext, or of its first `headCharacters`. */
export function keyNameIn(encrypted: string): string {
  const head = Buffer.from(encrypted.slice(0, headCharacters), 'base64url').toString();
  return /"kid":"([0-9a-f]{12})$/.exec(head)?.[1] ?? 'unknown';
}

/** A secret that none of the keys can decrypt. */
export class UnknownKeyError extends Error {}

/** Encrypts with the first key of the ring. `owner`: the owner of the secret, such as `client:<id>`. */
export function encryptSecret(keys: readonly string[], secret: string, owner: string): Promise<string> {
  const [key = ''] = keys;
  return new CompactEncrypt(new TextEncoder().encode(secret))
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM', kid: keyName(key), owner })
    .encrypt(keyBytes(key));
}

/** A forged ciphertext could name other algorithms. */
const algorithms = { keyManagementAlgorithms: ['dir'], contentEncryptionAlgorithms: ['A256GCM'] };

/**
 * Decrypts with the key that encrypted it. Throws when the owner differs or the text was changed,
 * and UnknownKeyError when the key is missing.
 */
export async function decryptSecret(keys: readonly string[], encrypted: string, owner: string): Promise<string> {
  const keyNamed = ({ kid }: { kid?: string }) => {
    const key = keys.find((candidate) => keyName(candidate) === kid);
    if (!key)
      throw new UnknownKeyError(
        `No key of HUB_ENCRYPTION_KEYS has the name ${String(kid)}, with which this secret was encrypted`,
      );
    return keyBytes(key);
  };
  const { plaintext, protectedHeader } = await compactDecrypt(encrypted, keyNamed, algorithms);
  if (protectedHeader['owner'] !== owner) throw new Error('The secret belongs to something else');
  return new TextDecoder().decode(plaintext);
}

/** As `decryptSecret`, but returns undefined when the key is missing. */
export async function decryptIfKeyKnown(keys: readonly string[], encrypted: string, owner: string) {
  try {
    return await decryptSecret(keys, encrypted, owner);
  } catch (error) {
    if (error instanceof UnknownKeyError) return undefined;
    throw error;
  }
}

/** The owner of a client's encrypted secret, which auth encrypts and events decrypts to sign callbacks. */
export const clientSecretOwner = (client_id: string) => `client:${client_id}`;

/** SHA-256 in hexadecimal, for looking up tokens and codes. */
export const digest = (text: string) => createHash('sha256').update(text).digest('hex');
