/** A client of a catalog service. It discards answers as it reads them, so it costs little. */
import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { signCallerToken } from '@order-hub/shared/caller-token';
import { testSigningKeys } from '@order-hub/testing/keys';
import type { Child } from '../../harness/child.ts';
import { aCaller, locationId } from '../../harness/samples.ts';

type Answer = { status: number; etag: string; bytes: number; ms: number };
type Sent = { path: string; method?: string; body?: Buffer; headers?: Record<string, string>; expected?: number };

/** A caller token is valid for a minute. */
async function callerHeaders(): Promise<Record<string, string>> {
  const scope = 'account[all_catalogs.write]';
  const caller = { ...aCaller, scope, location: { id: locationId, timezone: 'Europe/Paris' } };
  const token = await signCallerToken(testSigningKeys.gateway, { caller, to: 'catalog' }, new Date());
  return { 'x-hub-caller': token, 'content-type': 'application/json', 'accept-encoding': 'gzip' };
}

/** Sends a request and waits for the whole answer. Throws when the status is not the expected one. */
export async function send(
  { port }: Child,
  { path, method = 'GET', body, headers, expected = 200 }: Sent,
): Promise<Answer> {
  const all = { ...(await callerHeaders()), ...headers, ...(body && { 'content-length': body.length }) };
  return new Promise((resolve, reject) => {
    const begun = performance.now();
    const sent = request({ port, host: '127.0.0.1', path, method, headers: all }, (response) => {
      const { statusCode: status = 0 } = response;
      let bytes = 0;
      response.on('data', (part: Buffer) => {
        if (status !== expected) reject(new Error(`${method} ${path}: ${status} ${part.toString('utf8', 0, 300)}`));
        bytes += part.length;
      });
      response.on('end', () => {
        resolve({ status, etag: response.headers.etag ?? '', bytes, ms: performance.now() - begun });
      });
    });
    sent.on('error', reject).end(body);
  });
}

const memoryMib = ({ pid }: Child) =>
  parseInt(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? '', 10) / 1_024;

/** Runs `work`. Returns also the most memory of the process and the longest time of a small request meanwhile. */
export async function watched<Result>(child: Child, work: () => Promise<Result>) {
  const seen = { isOver: false, peakMib: 0, stallMs: 0 };
  const watch = async () => {
    while (!seen.isOver) {
      seen.stallMs = Math.max(seen.stallMs, (await send(child, { path: '/health' })).ms);
      seen.peakMib = Math.max(seen.peakMib, memoryMib(child));
      await sleep(2);
    }
  };
  const watching = watch();
  const result = await work().finally(() => (seen.isOver = true));
  await watching;
  return { result, ...seen };
}
