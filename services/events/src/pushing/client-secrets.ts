import { clientSecretOwner, decryptSecret } from '@order-hub/shared/encryption';

const MAX = 10_000;

export type ClientSecrets = (client_id: string, encrypted: string) => Promise<string>;

/** Decrypts client secrets and remembers them by their ciphertext, so that a new secret is used at once. Throws when no key fits. */
export function clientSecrets(keys: readonly string[]): ClientSecrets {
  const known = new Map<string, string>();
  return async (client_id, encrypted) => {
    const memo = `${client_id} ${encrypted}`;
    const hit = known.get(memo);
    if (hit !== undefined) return hit;
    const secret = await decryptSecret(keys, encrypted, clientSecretOwner(client_id));
    if (known.size >= MAX) known.clear();
    known.set(memo, secret);
    return secret;
  };
}
