/**
 * The keys of the tokens between services (docs/decisions/0013-tokens-between-services.md). Each service signs with a private
 * key (Ed25519) that no other service has; all services have the public keys of all. A key is text: its DER in base64, PKCS #8
 * if private and SPKI if public, as openssl writes it.
 */
import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { z } from 'zod';
import { serviceNames, type ServiceName } from '../neighbours.ts';

/**
 * A service's own private key. `id` names it in the tokens that it signs. `others`: keys that it signed with before, or will
 * sign with; they only open cursors.
 */
export type SigningKey = { id: string; privateKey: KeyObject; others: readonly KeyObject[] };

/** By the id of a key: the service that signs with it, and its public half. */
export type VerifyingKeys = ReadonlyMap<string, { service: ServiceName; publicKey: KeyObject }>;

function idOf(publicKey: KeyObject): string {
  const der = publicKey.export({ format: 'der', type: 'spki' });
  return createHash('sha256').update(der).digest('base64url').slice(0, 16);
}

function assertEd25519({ asymmetricKeyType }: KeyObject): void {
  if (asymmetricKeyType !== 'ed25519') throw new Error(`an Ed25519 key is needed, not ${asymmetricKeyType ?? 'this'}`);
}

function readPrivateKey(text: string): KeyObject {
  const key = createPrivateKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'pkcs8' });
  assertEd25519(key);
  return key;
}

/** Reads private keys, separated by commas. The first signs. Throws unless they are Ed25519 keys. */
export function readSigningKey(text: string): SigningKey {
  const [first = '', ...others] = text.split(',');
  const privateKey = readPrivateKey(first);
  return { id: idOf(createPublicKey(privateKey)), privateKey, others: others.map(readPrivateKey) };
}

const isServiceName = (name: string): name is ServiceName => serviceNames.some((known) => known === name);

function readVerifyingKey(entry: string) {
  const [service = '', text = ''] = entry.split(':').map((part) => part.trim());
  if (!isServiceName(service)) throw new Error(`${JSON.stringify(service)} is not a service`);
  const publicKey = createPublicKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'spki' });
  assertEd25519(publicKey);
  return [idOf(publicKey), { service, publicKey }] as const;
}

/**
 * Reads `<service>:<public key>` entries, separated by commas; a service may have several keys. Throws for an invalid entry,
 * a key of two services, and a service without a key.
 */
export function readVerifyingKeys(text: string): VerifyingKeys {
  const keys = new Map<string, { service: ServiceName; publicKey: KeyObject }>();
  for (const entry of text.split(',').filter((part) => part.trim() !== '')) {
    const [id, key] = readVerifyingKey(entry);
    if (keys.has(id)) throw new Error(`a key of ${key.service} is listed twice`);
    keys.set(id, key);
  }
  const missing = serviceNames.filter((name) => ![...keys.values()].some(({ service }) => service === name));
  if (missing.length > 0) throw new Error(`no key of ${missing.join(', ')}`);
  return keys;
}

/** A setting that `read` parses. Its fault names what `read` throws, and never the text, which may be a secret. */
const keySetting = <Key>(read: (text: string) => Key, form: string) =>
  z
    .string()
    .transform((text, ctx): Key => {
      try {
        return read(text);
      } catch (error) {
        ctx.addIssue((error as Error).message);
        return z.NEVER;
      }
    })
    .meta({ form, isSecret: true });

/** The settings with the keys of a process. */
export const signingKeySettings = {
  HUB_SIGNING_KEY: keySetting(readSigningKey, 'an Ed25519 private key (PKCS #8, base64), or several').describe(
    "This service's private key, the same in all its replicas. Of several, separated by commas, the first signs (docs/upgrade.md).",
  ),
  HUB_VERIFYING_KEYS: keySetting(
    readVerifyingKeys,
    'a list of <service>:<Ed25519 public key (SPKI, base64)>, separated by commas',
  ).describe('The public keys of all services, the same in every process. A service may have several.'),
};

/** A new key for each service, as text, and the list of their public keys. */
export function newServiceKeys(): { signing_keys: Record<ServiceName, string>; verifying_keys: string } {
  const pairs = serviceNames.map((name) => {
    const { privateKey, publicKey } = generateKeyPairSync('ed25519', {
      privateKeyEncoding: { format: 'der', type: 'pkcs8' },
      publicKeyEncoding: { format: 'der', type: 'spki' },
    });
    return { name, signing: privateKey.toString('base64'), verifying: publicKey.toString('base64') };
  });
  return {
    signing_keys: Object.fromEntries(pairs.map(({ name, signing }) => [name, signing])) as Record<ServiceName, string>,
    verifying_keys: pairs.map(({ name, verifying }) => `${name}:${verifying}`).join(','),
  };
}
