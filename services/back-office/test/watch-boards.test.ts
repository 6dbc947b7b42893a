/** How often, and with whose user token, the orders of a location are asked for. */
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import type { AskFor, OnBehalf } from '@order-hub/shared/principal-call';
import type { Readable } from 'node:stream';
import { openOrderWatch } from '../src/orders/watch-orders.ts';

beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['nextTick'] });
});
afterEach(() => {
  jest.useRealTimers();
});

const renewed = () => Promise.resolve('renewed');

/** Whether a stream has been closed since. */
function isClosedLater(stream: Readable): () => boolean {
  let isClosed = false;
  stream.once('close', () => (isClosed = true));
  return () => isClosed;
}

function openWatch() {
  const tokens: string[] = [];
  const askFor = (_call: unknown, { user_token }: OnBehalf) => {
    tokens.push(user_token);
    return Promise.resolve({ orders: [] });
  };
  const { watch } = openOrderWatch({ askFor: askFor as AskFor, signal: new AbortController().signal, perUser: 2 });
  const open = (user_token: string, renewToken: () => Promise<string>, id = 'user') =>
    watch('location', { user: { id }, user_token, requestId: 'request', address: null }, renewToken);
  const view = (...viewer: Parameters<typeof open>) => open(...viewer).resume();
  return { open, view, tokens };
}

test('the newest token is used: that of whoever joined last, or of the last renewal', async () => {
  const { view, tokens } = openWatch();
  view('of the first', () => Promise.reject(new Error('no answer')));
  await jest.advanceTimersByTimeAsync(2_000);
  view('of the second', () => Promise.resolve('renewed'));
  await jest.advanceTimersByTimeAsync(60_000);
  expect([...new Set(tokens)]).toEqual(['of the first', 'of the second', 'renewed']);
});

test('a token is used no longer once its viewer has left and another one was renewed', async () => {
  const { view, tokens } = openWatch();
  view('of the first', () => Promise.resolve('renewed'));
  const second = view('of the second', () => Promise.resolve('never'));
  await jest.advanceTimersByTimeAsync(1_000);
  second.destroy();
  await jest.advanceTimersByTimeAsync(22_000);
  expect(tokens.at(-1)).toBe('renewed');
});

test('a stream that is closed unread, as after HEAD, asks nothing and takes the place of no other', async () => {
  const { open, view, tokens } = openWatch();
  const closed = [view('first', renewed), view('second', renewed)].map(isClosedLater);
  open('of the HEAD', renewed).destroy();
  await jest.advanceTimersByTimeAsync(30_000);
  expect(tokens).not.toContain('of the HEAD');
  expect(closed.map((isClosed) => isClosed())).toEqual([false, false]);
});

test('one stream too many of a user ends the oldest, and tells it to pause; other users keep theirs', async () => {
  const { open, view } = openWatch();
  const oldest = open('first', renewed).setEncoding('utf8');
  let heard = '';
  oldest.on('data', (text: string) => (heard += text));
  await jest.advanceTimersByTimeAsync(100);
  const others = [view('second', renewed), view('of another', renewed, 'other user')];
  const closed = others.map(isClosedLater);
  await jest.advanceTimersByTimeAsync(100);
  expect(heard).not.toContain('paused');
  view('third', renewed);
  await jest.advanceTimersByTimeAsync(100);
  expect(heard).toMatch(/event: paused\ndata: \n\n$/);
  expect([oldest.readableEnded, ...closed.map((isClosed) => isClosed())]).toEqual([true, false, false]);
});
