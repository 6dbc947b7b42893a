import { afterEach, describe, expect, test } from '@jest/globals';
import type { RequestListener } from 'node:http';
import { z } from 'zod';
import { callOn } from '@order-hub/testing/call';
import { keysOf } from '@order-hub/testing/keys';
import { answerTo, internalCall, internalClient } from '../src/calls/internal-call.ts';
import { principalCall, principalClient } from '../src/calls/principal-call.ts';
import { httpApp } from '../src/http/http-app.ts';
import { listen, portOf } from '../src/http/http-server.ts';
import { silentLog } from '../src/process/log.ts';
import type { ServiceName } from '../src/process/neighbours.ts';
import { ApiError, invalid, invalidFields, notFound, tooManyRequests, unprocessable } from '../src/values/errors.ts';

describe('internal calls', () => {
  const lookUpThing = internalCall('GET /internal/accounts/:account_id/things/:id', {
    summary: 'A thing',
    to: 'auth',
    from: ['gateway'],
    body: z.undefined(),
    reply: z.object({ account_id: z.string(), id: z.string() }),
    unavailable: 'Things cannot be looked up at the moment',
  });
  const addThing = internalCall('POST /internal/things', {
    summary: 'Add a thing',
    to: 'auth',
    from: ['gateway'],
    body: z.object({ name: z.string() }),
    reply: z.object({ name: z.string(), request_id: z.string() }),
    unavailable: 'Things cannot be added at the moment',
  });
  const nameThing = internalCall('POST /internal/named-things', {
    summary: 'Add a thing with a name that no other has',
    to: 'auth',
    from: ['gateway'],
    body: z.object({ name: z.string('must be a text') }),
    reply: z.object({ name: z.string() }),
    unavailable: 'Things cannot be named at the moment',
    mayRefuse: true,
  });

  const refusals: Record<string, ApiError> = {
    used: invalid('name', 'taken', 'is the name of another thing'),
    'much used': invalidFields(
      Array.from({ length: 130 }, (_, index) => ({
        field: `f${index}`,
        message: 'is wrong',
        code: 'invalid' as const,
      })),
    ),
    'one too many': unprocessable('An account may have no more things'),
    'too soon': tooManyRequests('Things can be named every 10 seconds', {}),
    forbidden: new ApiError('forbidden', 'Not this one'),
  };

  const endpoints = [
    answerTo(lookUpThing, async ({ params }) => {
      if (params.id === 'missing') throw notFound('Thing');
      return params;
    }),
    answerTo(addThing, async ({ body }, { requestId }) => ({ name: body.name, request_id: requestId })),
    answerTo({ ...addThing, route: 'POST /internal/refused-things' }, async () => {
      throw invalid('name', 'taken', 'is the name of another thing');
    }),
    answerTo(nameThing, async ({ body }) => {
      const refused = refusals[body.name];
      if (refused) throw refused;
      return body;
    }),
  ];

  const closers: (() => unknown)[] = [];
  afterEach(() => {
    for (const close of closers.splice(0)) close();
  });

  async function serve(handler: RequestListener): Promise<number> {
    const server = await listen(handler, { host: '127.0.0.1', port: 0 });
    closers.push(() => {
      server.close();
      server.closeAllConnections();
    });
    return portOf(server);
  }

  const answering = () =>
    serve(
      httpApp({
        service: 'auth',
        endpoints,
        deps: {},
        ...keysOf('auth'),
        log: silentLog,
        checkReplies: true,
        readiness: () => Promise.resolve({ reason: null, degraded: [] }),
      }),
    );

  function asking(port: number, from: ServiceName = 'gateway') {
    const addresses = { auth: `http://127.0.0.1:${port}` };
    const client = internalClient({ from, addresses, ...keysOf(from), log: silentLog });
    closers.push(client.close);
    return client.ask;
  }

  const thing = { params: { account_id: 'a', id: 'b' } };
  const unavailable = { error_type: 'service_unavailable', status: 503, message: lookUpThing.unavailable };

  describe('an internal call', () => {
    test('fills the ids into its path, and returns the reply', async () => {
      const ask = asking(await answering());
      expect(await ask(lookUpThing, thing)).toEqual({ account_id: 'a', id: 'b' });
    });

    test('sends the body and the request id', async () => {
      const ask = asking(await answering());
      expect(await ask(addThing, { params: {}, body: { name: 'x' }, requestId: 'r1' })).toEqual({
        name: 'x',
        request_id: 'r1',
      });
    });

    test('escapes an id, so that it stays one path segment', async () => {
      const paths: (string | undefined)[] = [];
      const ask = asking(await serve((req, res) => void (paths.push(req.url), res.end('{"account_id":"","id":""}'))));
      await ask(lookUpThing, { params: { account_id: 'a/../b', id: 'c?d' } });
      expect(paths).toEqual(['/internal/accounts/a%2F..%2Fb/things/c%3Fd']);
    });

    test('returns undefined for a 404', async () => {
      const ask = asking(await answering());
      expect(await ask(lookUpThing, { params: { account_id: 'a', id: 'missing' } })).toBeUndefined();
    });

    test('from a service that may not call is 401', async () => {
      const port = await answering();
      const { status } = await callOn(port)('GET /internal/accounts/a/things/b', { internal: 'auth', from: 'orders' });
      expect(status).toBe(401);
      await expect(asking(port, 'orders')(lookUpThing, thing)).rejects.toMatchObject(unavailable);
    });
  });

  describe('503 with the message of the call', () => {
    test('when the other service is unavailable, or its address is not set', async () => {
      await expect(asking(1)(lookUpThing, thing)).rejects.toMatchObject(unavailable);
      const { ask } = internalClient({ from: 'gateway', addresses: {}, ...keysOf('gateway'), log: silentLog });
      await expect(ask(lookUpThing, thing)).rejects.toMatchObject(unavailable);
    });

    test('and a service that did not answer the last call is known as unanswering', async () => {
      let isWell = false;
      const port = await serve((_req, res) =>
        isWell ? void res.end('{"account_id":"a","id":"b"}') : void res.destroy(),
      );
      const addresses = { auth: `http://127.0.0.1:${port}` };
      const { ask, unanswering } = internalClient({ from: 'gateway', addresses, ...keysOf('gateway'), log: silentLog });
      expect(unanswering()).toEqual([]);
      await expect(ask(lookUpThing, thing)).rejects.toMatchObject(unavailable);
      expect(unanswering()).toEqual([lookUpThing.to]);
      isWell = true;
      await ask(lookUpThing, thing);
      expect(unanswering()).toEqual([]);
    });

    test.each([
      [200, 'no JSON'],
      [200, '{"account_id":"a"}'],
      [500, '{"account_id":"a","id":"b"}'],
    ])('when it answers %i %s', async (status, text) => {
      const ask = asking(await serve((_req, res) => void res.writeHead(status).end(text)));
      await expect(ask(lookUpThing, thing)).rejects.toMatchObject(unavailable);
    });
  });

  describe('a call that may be refused', () => {
    const named = (name: unknown) => ({ params: {}, body: { name: name as string } });

    test('is answered like any other', async () => {
      const ask = asking(await answering());
      expect(await ask(nameThing, named('new'))).toEqual({ name: 'new' });
    });

    test.each(['used', 'much used', 'one too many', 'too soon'])(
      'throws the error that the other service threw: %s',
      async (name) => {
        const ask = asking(await answering());
        const error = await ask(nameThing, named(name)).catch((thrown: unknown) => thrown);
        expect(error).toBeInstanceOf(ApiError);
        expect({ ...(error as ApiError) }).toEqual({ ...refusals[name] });
        expect((error as ApiError).message).toBe(refusals[name]?.message);
      },
    );

    test('throws the faults that the other service finds in the body', async () => {
      const errors = [{ field: 'name', message: 'must be a text', code: 'wrong_type' }];
      await expect(asking(await answering())(nameThing, named(7))).rejects.toMatchObject({ status: 422, errors });
    });

    test('is 503 for every other error, and when the service is unavailable', async () => {
      const unnamed = { ...unavailable, message: nameThing.unavailable };
      await expect(asking(await answering())(nameThing, named('forbidden'))).rejects.toMatchObject(unnamed);
      await expect(asking(1)(nameThing, named('new'))).rejects.toMatchObject(unnamed);
    });

    const fault = { field: 'name', message: 'is used' };
    const refused = { message: 'The request is not valid', errors: [fault], error_type: 'unprocessable_entity' };
    test.each([
      ['no JSON', 'no JSON'],
      ['no errors', JSON.stringify({ ...refused, errors: undefined })],
      ['errors of another form', JSON.stringify({ ...refused, errors: [{ field: 'name' }] })],
      ['more errors than are ever listed', JSON.stringify({ ...refused, errors: Array(101).fill(fault) })],
      ['a number that is none', JSON.stringify({ ...refused, more_errors: '7' })],
      ['another type', JSON.stringify({ ...refused, error_type: 'forbidden' })],
    ])('is 503 when a 422 has %s', async (_what, text) => {
      const ask = asking(await serve((_req, res) => void res.writeHead(422).end(text)));
      await expect(ask(nameThing, named('new'))).rejects.toMatchObject({
        ...unavailable,
        message: nameThing.unavailable,
      });
    });
  });

  test('a 422 of any other call is 503: the client is not at fault', async () => {
    const ask = asking(await answering());
    const refused = { ...addThing, route: 'POST /internal/refused-things' } as const;
    await expect(ask(refused, { params: {}, body: { name: 'x' } })).rejects.toMatchObject({
      ...unavailable,
      message: addThing.unavailable,
    });
  });

  describe('a closed connection', () => {
    /** Answers requests in turn, or closes their connection. */
    async function answeringInTurn(answers: boolean[]) {
      let requests = 0;
      const port = await serve((req, res) => {
        if (answers[requests++]) res.end('{"account_id":"a","id":"b"}');
        else req.socket.resetAndDestroy();
      });
      return { ask: asking(port), requests: () => requests };
    }

    test('that was kept alive is reopened, and the call repeated once', async () => {
      const { ask, requests } = await answeringInTurn([true, false, true]);
      await ask(lookUpThing, thing);
      expect(await ask(lookUpThing, thing)).toEqual({ account_id: 'a', id: 'b' });
      expect(requests()).toBe(3);
    });

    test('is 503 when the second attempt fails too', async () => {
      const { ask, requests } = await answeringInTurn([true, false, false]);
      await ask(lookUpThing, thing);
      await expect(ask(lookUpThing, thing)).rejects.toMatchObject(unavailable);
      expect(requests()).toBe(3);
    });

    test('that was new is not repeated', async () => {
      const { ask, requests } = await answeringInTurn([false, true]);
      await expect(ask(lookUpThing, thing)).rejects.toMatchObject(unavailable);
      expect(requests()).toBe(1);
    });
  });
});

describe('calls for a principal', () => {
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
});
