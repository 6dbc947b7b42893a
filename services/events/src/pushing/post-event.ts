/**
 * One attempt: one POST on a connection of its own, and what its answer means (contract: Acknowledgement, retries,
 * signature). A kept connection could have been closed by the receiver just as we write, and that would cost the event a
 * minute; TLS sessions are resumed instead. Redirects are answers, not directions.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, type buildConnector } from 'undici';
import type { AddressPolicy } from '../callbacks/address-policy.ts';
import { guardedConnector } from './guarded-connector.ts';

export type Outcome = { acknowledged: boolean; reason: string };
export type Post = { url: string; headers: Record<string, string>; body: string };

/** `post` never throws; `stop` cuts what is under way. */
export type Sender = { post(request: Post): Promise<Outcome>; stop(): void };

type SenderOptions = { policy: AddressPolicy; timeoutMs: number };

const drainBytesMax = 65_536;
const drainMs = 1_000;

/** A status from 200 to 499 acknowledges; what is not a final HTTP status does not. */
export const isAcknowledged = (status: number) => status >= 200 && status <= 499;

type Chunks = AsyncIterable<Buffer>;

async function readSome(body: Chunks): Promise<void> {
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > drainBytesMax) return;
  }
}

/** Lets the receiver finish its answer, within bounds: nobody reads it. */
async function hangUp(client: Client, body: Chunks): Promise<void> {
  await Promise.race([readSome(body), sleep(drainMs, undefined, { ref: false })]).catch(() => undefined);
  await client.destroy().catch(() => undefined);
}

type Exchange = { connect: buildConnector.connector; signal: AbortSignal };

async function exchange({ url, headers, body }: Post, { connect, signal }: Exchange): Promise<Outcome> {
  const target = new URL(url);
  const client = new Client(target.origin, { connect, pipelining: 0, headersTimeout: 0, bodyTimeout: 0 });
  try {
    const path = target.pathname + target.search;
    const answer = await client.request({ path, method: 'POST', headers, body, signal });
    answer.body.on('error', () => undefined);
    void hangUp(client, answer.body as Chunks);
    return { acknowledged: isAcknowledged(answer.statusCode), reason: `status ${answer.statusCode}` };
  } catch (error) {
    void client.destroy().catch(() => undefined);
    throw error;
  }
}

function reasonOf(error: unknown, isLate: boolean, timeoutMs: number): string {
  if (isLate) return `no answer within ${timeoutMs / 1000} s`;
  const { code = '', message = '' } = error as { code?: string; message?: string };
  return `no answer: ${code} ${message}`.slice(0, 300);
}

/** Makes the sender of attempts. The time limit spans everything from the DNS query to the last response header. */
export function openSender({ policy, timeoutMs }: SenderOptions): Sender {
  const connect = guardedConnector(policy, timeoutMs);
  const underWay = new Set<AbortController>();
  return {
    async post(request) {
      const controller = new AbortController();
      underWay.add(controller);
      let isLate = false;
      const deadline = setTimeout(() => {
        isLate = true;
        controller.abort();
      }, timeoutMs);
      try {
        return await exchange(request, { connect, signal: controller.signal });
      } catch (error) {
        return { acknowledged: false, reason: reasonOf(error, isLate, timeoutMs) };
      } finally {
        clearTimeout(deadline);
        underWay.delete(controller);
      }
    },
    stop() {
      for (const controller of underWay) controller.abort();
    },
  };
}
