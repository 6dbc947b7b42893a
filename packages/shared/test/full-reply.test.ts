/** Replies that are streams. */
import { once } from 'node:events';
import { Agent, request, type IncomingMessage, type Server } from 'node:http';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { keysOf } from '@order-hub/testing/keys';
import { z } from 'zod';
import { endpoint } from '../src/http/endpoint.ts';
import { fullReply } from '../src/http/response/full-reply.ts';
import { httpApp } from '../src/http/http-app.ts';
import { listen, portOf, stopListening } from '../src/http/http-server.ts';
import { silentLog } from '../src/process/log.ts';

const type = 'text/event-stream; charset=utf-8';
const bodies: Readable[] = [];

/** A stream that does not end by itself. */
function openBody(): Readable {
  const body = new Readable({ read: () => undefined });
  body.push('first');
  bodies.push(body);
  return body;
}

const endpoints = [
  endpoint('GET /stream', {
    summary: 'A stream',
    access: 'public',
    reply: z.never(),
    handle: () => fullReply({ status: 200, headers: { 'Content-Type': type }, body: openBody() }),
  }),
];

let server: Server;
// One connection, so that a request waits for the one before it.
const agent = new Agent({ keepAlive: true, maxSockets: 1 });
beforeAll(async () => {
  const host = { service: 'things', deps: {}, ...keysOf('orders'), log: silentLog, checkReplies: true };
  const app = httpApp({ ...host, endpoints, readiness: () => Promise.resolve({ reason: null, degraded: [] }) });
  server = await listen(app, { host: '127.0.0.1', port: 0 });
});
afterAll(() => {
  agent.destroy();
  return stopListening(server);
});

async function send(method: string, path: string): Promise<IncomingMessage> {
  const sent = request({ host: '127.0.0.1', port: portOf(server), method, path, agent }).end();
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  return response;
}

test('HEAD gets the headers alone: the stream ends, and its connection is free', async () => {
  const response = await send('HEAD', '/stream');
  expect([response.statusCode, response.headers['content-type']]).toEqual([200, type]);
  expect(await response.toArray()).toEqual([]);
  expect(bodies.map(({ destroyed }) => destroyed)).toEqual([true]);
  const next = await send('GET', '/health');
  expect(next.statusCode).toBe(200);
  next.resume();
});
