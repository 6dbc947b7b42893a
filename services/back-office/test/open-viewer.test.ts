/** A live page and the session of the user who looks at it. */
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { openViewer } from '../src/orders/open-viewer.ts';

beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['nextTick'] });
});
afterEach(() => {
  jest.useRealTimers();
});

function open(renewToken: () => Promise<string | undefined>) {
  const onClose = jest.fn();
  const on = { user_token: 'first', requestId: 'request', address: null };
  const stream = openViewer({ signal: new AbortController().signal, on, renewToken, onClose });
  stream.body.resume();
  return { on, onClose };
}

test('an open page gets a new user token before the old one expires', async () => {
  const { on, onClose } = open(() => Promise.resolve('second'));
  await jest.advanceTimersByTimeAsync(30_000);
  expect(on.user_token).toBe('second');
  expect(onClose).not.toHaveBeenCalled();
});

test('a page ends when its session is over', async () => {
  const { onClose } = open(() => Promise.resolve(undefined));
  await jest.advanceTimersByTimeAsync(30_001);
  expect(onClose).toHaveBeenCalledTimes(1);
});

test('a page stays open while auth does not answer, for five minutes at most', async () => {
  const { onClose } = open(() => Promise.reject(new Error('no answer')));
  await jest.advanceTimersByTimeAsync(299_000);
  expect(onClose).not.toHaveBeenCalled();
  await jest.advanceTimersByTimeAsync(2_000);
  expect(onClose).toHaveBeenCalledTimes(1);
});
