/** Whether a push comes from the hub, and was not changed on the way (docs/api/events.md#signature). */

type RawBody = string | Uint8Array;

/** `Headers` of fetch, or the `headers` of Node's requests. */
export type HeadersLike = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

export type WebhookOptions = {
  /** How far the clocks may differ, and how old a push may be; 300 by default. */
  toleranceSeconds?: number;
  /** The current time in milliseconds. */
  nowMs?: number;
};

const encoder = new TextEncoder();
const bytesOf = (text: RawBody) => (typeof text === 'string' ? encoder.encode(text) : text);

/** Web Crypto compares in constant time. */
async function isSigned(data: Uint8Array, signature: Uint8Array, secret: string): Promise<boolean> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', encoder.encode(secret), algorithm, false, ['verify']);
  return crypto.subtle.verify('HMAC', key, signature as BufferSource, data as BufferSource);
}

/**
 * Checks the header `X-Service-Hmac-SHA256` of a push: the hexadecimal HMAC-SHA256 of the raw body, keyed with the client
 * secret. False for a header that is missing or malformed.
 */
export async function verifySignature(
  raw: RawBody,
  header: string | null | undefined,
  secret: string,
): Promise<boolean> {
  if (!/^[0-9a-f]{64}$/i.test(header ?? '')) return false;
  const signature = Uint8Array.from(header?.match(/../g) ?? [], (pair) => parseInt(pair, 16));
  return isSigned(bytesOf(raw), signature, secret);
}

/**
 * Checks the Standard Webhooks headers of a push: `webhook-signature` over `webhook-id`, `webhook-timestamp` and the raw
 * body. Their key is `whsec_` and the base64 of the client secret's bytes; `secret` is the client secret itself. False for
 * a push that is older than the tolerance, so a captured one cannot be replayed for ever.
 */
export async function verifyWebhook(
  raw: RawBody,
  headers: HeadersLike,
  secret: string,
  { toleranceSeconds = 300, nowMs = Date.now() }: WebhookOptions = {},
): Promise<boolean> {
  const id = headerOf(headers, 'id');
  const timestamp = headerOf(headers, 'timestamp');
  if (!isWithin(toleranceSeconds, timestamp, nowMs)) return false;
  const prefix = bytesOf(`${id}.${timestamp}.`);
  const body = bytesOf(raw);
  const signed = new Uint8Array(prefix.length + body.length);
  signed.set(prefix);
  signed.set(body, prefix.length);
  for (const [, base64 = ''] of headerOf(headers, 'signature').matchAll(/(?:^| )v1,([A-Za-z0-9+/]{43}=)(?= |$)/g)) {
    if (
      await isSigned(
        signed,
        Uint8Array.from(atob(base64), (char) => char.charCodeAt(0)),
        secret,
      )
    )
      return true;
  }
  return false;
}

const isWithin = (toleranceSeconds: number, timestamp: string, nowMs: number): boolean =>
  /^\d{1,15}$/.test(timestamp) && Math.abs(nowMs / 1_000 - parseInt(timestamp)) <= toleranceSeconds;

/** Empty if it is missing or was sent twice. */
function headerOf(headers: HeadersLike, name: string): string {
  const value = headers instanceof Headers ? headers.get(`webhook-${name}`) : headers[`webhook-${name}`];
  return typeof value === 'string' ? value : '';
}
