import { afterEach, describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import { principalCall, principalClient } from '../src/calls/principal-call.ts';
import { listen, portOf } from '../src/http/http-server.ts';
import { silentLog } from '../src/process/log.ts';
import { keysOf } from '@order-hub/testing/keys';

const described = { summary: 'Things', to: 'auth', principals: ['user'], reply: z.object({}) } as const;
const listThings = principalCall('GET /management/things', described);
const addThing = principalCall('POST /management/things', described);

const onBehalf = { user_token: 'token', requestId: 'r1', address: null };

const closers: (() => unknown)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

/** A service that answers requests in turn, or does their work and closes the connection without an answer. */
async function answeringInTurn(answers: boolean[]) {
  const methods: (string | undefined)[] = [];
  const server = await listen(
    (req, res) => {
      if (answers[methods.push(req.method) - 1]) res.end('{}');
      else req.socket.resetAndDestroy();
    },
    { host: '127.0.0.1', port: 0 },
  );
  const addresses = { auth: `http://127.0.0.1:${portOf(server)}` };
  const { askFor, close } = principalClient({
    from: 'back-office',
    addresses,
    ...keysOf('back-office'),
    log: silentLog,
  });
  closers.push(close, () => {
    server.close();
    server.closeAllConnections();
  });
  return { askFor, methods };
}

describe('a connection that was kept alive and then closed', () => {
  test('is reopened for a GET, which is repeated once', async () => {
    const { askFor, methods } = await answeringInTurn([true, false, true]);
    await askFor(listThings, onBehalf, { params: {} });
    expect(await askFor(listThings, onBehalf, { params: {} })).toEqual({});
    expect(methods).toEqual(['GET', 'GET', 'GET']);
  });

  test('does not repeat a POST: the change may have been made', async () => {
    const { askFor, methods } = await answeringInTurn([true, false, true]);
    await askFor(listThings, onBehalf, { params: {} });
    await expect(askFor(addThing, onBehalf, { params: {} })).rejects.toMatchObject({
      status: 504,
      error_type: 'outcome_unknown',
      message: expect.stringContaining('may or may not have been carried out'),
    });
    expect(methods).toEqual(['GET', 'POST']);
  });
});

test('without an answer to a GET, the message says that nothing can be shown', async () => {
  const { askFor } = await answeringInTurn([false]);
  await expect(askFor(listThings, onBehalf, { params: {} })).rejects.toMatchObject({
    status: 503,
    message: 'This cannot be shown at the moment; try again',
  });
});
