/** An authenticator in software (WebAuthn, level 2), and what a browser sends of it. */
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import type { Page } from './browser.ts';

type Options = { challenge: string; rp?: { id: string }; rpId?: string };

/** What an attacker or a faulty authenticator would send otherwise. */
type Lies = { origin?: string; rpId?: string; signCount?: number; type?: string };

const userPresentAndVerified = 0x05;
const hasKey = 0x40;

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest();
const base64url = (data: Buffer) => data.toString('base64url');

/** What a page tells the browser to ask an authenticator for. */
export function optionsOn({ html }: Page): Options {
  const [, text = '{}'] = / data-options="([^"]*)"/.exec(html) ?? [];
  return JSON.parse(text.replaceAll('&quot;', '"').replaceAll('&amp;', '&')) as Options;
}

function uint(value: number, bytes: number): Buffer {
  const buffer = Buffer.alloc(bytes);
  buffer.writeUIntBE(value, 0, bytes);
  return buffer;
}

/** A public key of P-256 as COSE: a CBOR map of kind, algorithm, curve, x and y. */
const coseKey = ({ x = '', y = '' }: JsonWebKey) =>
  Buffer.concat([
    Buffer.from('a5010203262001215820', 'hex'),
    Buffer.from(x, 'base64url'),
    Buffer.from('225820', 'hex'),
    Buffer.from(y, 'base64url'),
  ]);

/** CBOR of `{ fmt: 'none', attStmt: {}, authData }`. */
const attestation = (authData: Buffer) =>
  Buffer.concat([
    Buffer.from('a363666d74646e6f6e656761747453746d74a0686175746844617461', 'hex'),
    Buffer.from([0x58, authData.length]),
    authData,
  ]);

const clientData = (type: string, challenge: string, origin: string) =>
  Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));

/** A passkey that no page knows yet. It counts how often it has signed. */
export function aSoftwarePasskey(ownOrigin = 'https://hub.example') {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const credentialId = randomBytes(32);
  const named = { id: base64url(credentialId), rawId: base64url(credentialId), type: 'public-key' };
  let signed = 0;

  const authData = (rpId: string, flags: number, signCount: number) =>
    Buffer.concat([sha256(rpId), Buffer.from([flags]), uint(signCount, 4)]);

  return {
    /** The answer to `navigator.credentials.create`. */
    created(
      { challenge, rp }: Options,
      { origin = ownOrigin, rpId = rp?.id ?? '', type = 'webauthn.create' }: Lies = {},
    ) {
      const key = Buffer.concat([Buffer.alloc(16), uint(credentialId.length, 2), credentialId]);
      const head = authData(rpId, userPresentAndVerified | hasKey, (signed += 1));
      const all = Buffer.concat([head, key, coseKey(publicKey.export({ format: 'jwk' }))]);
      const response = {
        clientDataJSON: base64url(clientData(type, challenge, origin)),
        attestationObject: base64url(attestation(all)),
        transports: ['internal'],
      };
      return JSON.stringify({ ...named, clientExtensionResults: {}, response });
    },
    /** The answer to `navigator.credentials.get`. */
    used({ challenge, rpId: asked = '' }: Options, lies: Lies = {}) {
      const { origin = ownOrigin, rpId = asked, type = 'webauthn.get', signCount = (signed += 1) } = lies;
      const data = authData(rpId, userPresentAndVerified, signCount);
      const client = clientData(type, challenge, origin);
      const response = {
        clientDataJSON: base64url(client),
        authenticatorData: base64url(data),
        signature: base64url(sign('sha256', Buffer.concat([data, sha256(client)]), privateKey)),
      };
      return JSON.stringify({ ...named, clientExtensionResults: {}, response });
    },
  };
}
