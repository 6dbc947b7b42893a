import type { Answer, Call, Forward } from './call.ts';

/** Those of one connection, and those that `fetch` sets itself. */
const own = new Set([
  ...['connection', 'keep-alive', 'transfer-encoding', 'te', 'trailer', 'upgrade', 'proxy-authorization', 'expect'],
  ...['host', 'content-length', 'content-encoding', 'accept-encoding'],
]);

const forwarded = (headers: Iterable<[string, string]>) =>
  Object.fromEntries([...headers].filter(([name]) => !own.has(name.toLowerCase())));

/** Catalogs are prepared for a while; the application sees the hub's own limit earlier. */
const patienceMs = 120_000;

/** Sends calls to the hub at this origin, and returns what it answers. Throws when there is no answer. */
export function forwardToHub(origin: string): Forward {
  return async ({ method, target, headers, body }: Call): Promise<Answer> => {
    // The body of a GET is ignored by the hub, and refused by fetch.
    const hasBody = body.length > 0 && method !== 'GET' && method !== 'HEAD';
    const response = await fetch(origin + target, {
      method,
      headers: forwarded(Object.entries(headers)),
      ...(hasBody && { body: new Uint8Array(body) }),
      redirect: 'manual',
      signal: AbortSignal.timeout(patienceMs),
    });
    return {
      status: response.status,
      headers: forwarded(response.headers),
      body: Buffer.from(await response.arrayBuffer()),
      by: 'hub',
    };
  };
}
