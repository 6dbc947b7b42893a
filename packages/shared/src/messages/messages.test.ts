import { describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import { changeSchema } from '../contracts/change.ts';
import { topics, type TopicTerms } from '../contracts/topics.ts';
import { silentLog } from '../process/log.ts';
import { serviceUnavailable } from '../values/errors.ts';
import { consume, type ConsumePolicy } from './bus/consume.ts';
import type { Incoming, Message, Subscription } from './bus/port.ts';
import { type ChangeCause, causeOf, resourceChanged, type ResourcePlace } from './resource-changed.ts';

describe('handling received messages', () => {
  const away = () => Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });

  const incoming = (id: string, changes: Partial<Incoming> = {}): Incoming => ({
    id,
    topic: 'location',
    key: id,
    version: 1,
    body: { id, account_id: 'account' },
    ...changes,
  });

  const subscription = (handle: (ids: string[]) => void): Subscription => ({
    topics: ['location'],
    handle: async (messages: Message[]) => handle(messages.map(({ id }) => id)),
  });

  const policy = (changes: Partial<ConsumePolicy> = {}): ConsumePolicy => ({
    whenUnavailable: 'throw',
    signal: new AbortController().signal,
    log: silentLog,
    ...changes,
  });

  test('they are handled in order, in batches of at most 200', async () => {
    const batches: string[][] = [];
    const all = Array.from({ length: 450 }, (_, n) => incoming(String(n)));
    expect(
      await consume(
        subscription((ids) => batches.push(ids)),
        all,
        policy(),
      ),
    ).toEqual([]);
    expect(batches.map((ids) => ids.length)).toEqual([200, 200, 50]);
    expect(batches.flat()).toEqual(all.map(({ id }) => id));
  });

  test.each([
    ['an unknown topic', { topic: 'weather' }],
    ['an unknown older version', { version: 0 }],
    ['a newer version that was no JSON', { version: 2, body: undefined }],
    ['a body that does not fit', { body: { id: 1 } }],
    ['a body that was no JSON', { body: undefined }],
  ])('%s is rejected at once, and the rest handled', async (_, changes) => {
    const handled: string[] = [];
    const work = subscription((ids) => handled.push(...ids));
    const rejections = await consume(work, [incoming('bad', changes), incoming('good')], policy());
    expect(rejections).toEqual([{ id: 'bad', reason: expect.any(String) }]);
    expect(handled).toEqual(['good']);
  });

  test('a newer version is held after those before it, with those behind it that have the same key', async () => {
    const steps: string[] = [];
    const work = {
      ...subscription((ids) => steps.push(...ids)),
      hold: async (held: readonly Incoming[]) => void steps.push(...held.map(({ id }) => `${id} held`)),
    };
    const all = [
      incoming('a1', { key: 'a' }),
      incoming('a2', { key: 'a', version: 2 }),
      incoming('b1', { key: 'b' }),
      incoming('a3', { key: 'a' }),
    ];
    expect(await consume(work, all, policy())).toEqual([]);
    expect(steps).toEqual(['a1', 'b1', 'a2 held', 'a3 held']);
  });

  test('a newer version of a broadcast counts as a gap, and stops nothing', async () => {
    const steps: string[] = [];
    const work = { ...subscription((ids) => steps.push(...ids)), onGap: () => steps.push('gap') };
    const all = [incoming('a1', { key: 'a', version: 2 }), incoming('a2', { key: 'a' })];
    expect(await consume(work, all, policy())).toEqual([]);
    expect(steps).toEqual(['a2', 'gap']);
  });

  test('an older version is transformed', async () => {
    const { location } = topics as Record<string, TopicTerms>;
    const before = { ...location };
    Object.assign(location!, {
      version: 2,
      olderBodies: { 1: z.object({ place: z.string() }).transform(({ place }) => ({ id: place, account_id: 'a' })) },
    });
    const bodies: unknown[] = [];
    const work: Subscription = {
      topics: ['location'],
      handle: async (messages) => void bodies.push(...messages.map(({ body }) => body)),
    };
    await consume(work, [incoming('a', { body: { place: 'x' } }), incoming('b', { version: 2 })], policy());
    Object.assign(location!, { olderBodies: undefined }, before);
    expect(bodies).toEqual([
      { id: 'x', account_id: 'a' },
      { id: 'b', account_id: 'account' },
    ]);
  });

  test('one that fails three times is rejected, and the others of its batch go on', async () => {
    const tries: Record<string, number> = {};
    const work = subscription((ids) => {
      for (const id of ids) {
        tries[id] = (tries[id] ?? 0) + 1;
        if (id === 'b' || (id === 'c' && ids.length > 1)) throw new Error(`cannot do ${id}`);
      }
    });
    const rejections = await consume(
      work,
      ['a', 'b', 'c'].map((id) => incoming(id)),
      policy(),
    );
    expect(rejections).toEqual([{ id: 'b', reason: 'cannot do b' }]);
    expect(tries).toEqual({ a: 2, b: 4, c: 1 });
  });

  test('an outage is thrown to a sender that keeps the messages', async () => {
    const work = subscription(() => {
      throw away();
    });
    await expect(consume(work, [incoming('a')], policy())).rejects.toThrow('ECONNREFUSED');
  });

  test('an outage holds the batch until it is over, and rejects nothing', async () => {
    let tries = 0;
    const work = subscription(() => {
      if (++tries < 3) throw away();
      if (tries < 4) throw serviceUnavailable('a neighbour is away');
    });
    expect(await consume(work, [incoming('a')], policy({ whenUnavailable: 'hold' }))).toEqual([]);
    expect(tries).toBe(4);
  });

  test('stopping ends the hold', async () => {
    const stopping = new AbortController();
    const work = subscription(() => {
      stopping.abort();
      throw away();
    });
    const held = consume(work, [incoming('a')], policy({ whenUnavailable: 'hold', signal: stopping.signal }));
    await expect(held).rejects.toThrow('ECONNREFUSED');
  });
});

describe('resource changes', () => {
  const place: ResourcePlace = { account_id: 'account', location_id: 'location', timezone: 'Europe/Paris' };

  const cause: ChangeCause = {
    client_id: 'client',
    now: new Date('2026-03-01T12:00:00.123Z'),
    request_id: 'request',
    traceparent: null,
  };

  const ids = { order_id: 'order', location_id: 'location', account_id: 'account' };

  test('a change has all 15 fields', () => {
    const { topic, key, body } = resourceChanged('order', 'update', {
      ids,
      place,
      cause,
      before: { document: '{"status":"new"}', private_refs: null },
      after: { document: '{"status":"accepted"}', private_refs: { client: { self: 'ref' } } },
      customer_id: 'customer',
    });
    expect([topic, key]).toEqual(['change', 'location']);
    const change: unknown = JSON.parse(body);
    expect(change).toEqual({
      resource_type: 'order',
      event_type: 'update',
      created_at: '2026-03-01T12:00:00.123Z',
      client_id: 'client',
      user_id: null,
      account_id: 'account',
      location_id: 'location',
      timezone: 'Europe/Paris',
      ids,
      customer_id: 'customer',
      previous_state: '{"status":"new"}',
      new_state: '{"status":"accepted"}',
      previous_private_refs: null,
      private_refs: { client: { self: 'ref' } },
      state_change: null,
    });
    expect(changeSchema.parse(change)).toEqual(change);
  });

  test('names the user of a page, and nobody behind an app', () => {
    const request = { now: cause.now, requestId: 'request', traceparent: null };
    const userOf = (client_id: string) => {
      const caused = causeOf({ ...request, caller: { client_id, user_id: 'ada' } });
      const { body } = resourceChanged('order', 'update', { ids, place, cause: caused });
      return changeSchema.parse(JSON.parse(body)).user_id;
    };
    expect([userOf('back-office'), userOf('client')]).toEqual(['ada', null]);
  });

  test('absent fields are null; without a location the account is the key', () => {
    const { key, body } = resourceChanged('inventory', 'patch', {
      ids: {},
      place: { ...place, location_id: null },
      cause: { ...cause, client_id: null },
      state_change: '[]',
    });
    expect(key).toBe('account');
    const change = JSON.parse(body) as Record<string, unknown>;
    expect(Object.keys(change)).toHaveLength(15);
    expect(Object.keys(change).filter((field) => change[field] === null)).toEqual([
      'client_id',
      'user_id',
      'location_id',
      'customer_id',
      'previous_state',
      'new_state',
      'previous_private_refs',
      'private_refs',
    ]);
  });
});
