/** What services report to the gateway about the cost of a request (docs/decisions/0046-admission-by-cost.md). */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { aCaller, callOn } from '@order-hub/testing/call';
import { keysOf } from '@order-hub/testing/keys';
import { endpoint, emptyView } from '../src/http/endpoint.ts';
import { fullReply } from '../src/http/response/full-reply.ts';
import { httpApp } from '../src/http/http-app.ts';
import { listen, portOf, stopListening } from '../src/http/http-server.ts';
import { silentLog } from '../src/process/log.ts';

const threadMs = 1_250;
const numbers = z.object({ numbers: z.array(z.int()) });

const endpoints = [
  endpoint('POST /numbers', {
    summary: 'Numbers',
    access: 'any',
    body: numbers,
    reply: numbers,
    handle: ({ body }) => body,
  }),
  endpoint('GET /thread', {
    summary: 'Works in a thread',
    access: 'any',
    reply: emptyView,
    async handle(_input, ctx) {
      await sleep(1);
      ctx.cost.ms += threadMs;
      return {};
    },
  }),
  endpoint('GET /page', {
    summary: 'A page',
    access: 'public',
    reply: z.never(),
    handle(_input, ctx) {
      ctx.cost.ms += threadMs;
      return fullReply({ status: 200, headers: {}, body: '{}' });
    },
  }),
];

let server: Server;
let call: ReturnType<typeof callOn>;
beforeAll(async () => {
  const app = httpApp({
    service: 'things',
    endpoints,
    deps: {},
    ...keysOf('orders'),
    log: silentLog,
    readiness: () => Promise.resolve({ reason: null, degraded: [] }),
    checkReplies: false,
  });
  server = await listen(app, { host: '127.0.0.1', port: 0 });
  call = callOn(portOf(server), 'things');
});
afterAll(() => stopListening(server));

const as = aCaller();
const costOf = ({ headers }: { headers: Headers }) => Number(headers.get('x-hub-cost'));
const many = (value: unknown) => JSON.stringify({ numbers: Array.from({ length: 40_000 }, () => value) });

test('the reading and checking of a body is reported, whether it is accepted or refused', async () => {
  const accepted = await call('POST /numbers', { as, body: many(1) });
  const refused = await call('POST /numbers', { as, body: many(1.5) });
  expect([accepted.status, refused.status]).toEqual([200, 422]);
  expect(costOf(accepted)).toBeGreaterThan(0);
  expect(costOf(refused)).toBeGreaterThan(0);
});

test('the time of a thread is reported, by endpoints and by pages', async () => {
  expect(costOf(await call('GET /thread', { as }))).toBeGreaterThanOrEqual(threadMs);
  expect(costOf(await call('GET /page'))).toBeGreaterThanOrEqual(threadMs);
});
