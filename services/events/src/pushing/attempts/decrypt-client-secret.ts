import { clientSecretOwner, decryptSecret } from '@order-hub/shared/encryption';
import { LRUCache } from 'lru-cache';

export type DecryptClientSecret = (client_id: string, encrypted: string) => Promise<string>;

/** Decrypts client secrets, and caches them by ciphertext, so a new secret takes effect at once. Throws when no key fits. */
export function clientSecretDecrypter(keys: readonly string[]): DecryptClientSecret {
  const decrypted = new LRUCache<string, string>({ max: 10_000 });
  return async (client_id, encrypted) => {
    const key = `${client_id} ${encrypted}`;
    const secret = decrypted.get(key) ?? (await decryptSecret(keys, encrypted, clientSecretOwner(client_id)));
    decrypted.set(key, secret);
    return secret;
  };
}
