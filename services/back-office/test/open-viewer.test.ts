/** A live page and the session of the user who looks at it. */
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { openViewer } from '../src/board/watching/open-viewer.ts';

beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['nextTick'] });
});
afterEach(() => {
  jest.useRealTimers();
});

function open(renewToken: () => Promise<string | undefined>) {
  const [onRenew, onClose] = [jest.fn(), jest.fn()];
  const stream = openViewer({
    signal: new AbortController().signal,
    renewToken,
    onOpen: () => undefined,
    onRenew,
    onClose,
  });
  stream.body.resume();
  return { onRenew, onClose };
}

test('an open page gets a new user token every four seconds', async () => {
  const { onRenew, onClose } = open(() => Promise.resolve('second'));
  await jest.advanceTimersByTimeAsync(8_001);
  expect(onRenew.mock.calls).toEqual([['second'], ['second']]);
  expect(onClose).not.toHaveBeenCalled();
});

test('a page ends within five seconds after its session', async () => {
  const { onClose } = open(() => Promise.resolve(undefined));
  await jest.advanceTimersByTimeAsync(5_000);
  expect(onClose).toHaveBeenCalledTimes(1);
});

test('a page stays open while auth does not answer, for five minutes at most', async () => {
  const { onClose } = open(() => Promise.reject(new Error('no answer')));
  await jest.advanceTimersByTimeAsync(299_000);
  expect(onClose).not.toHaveBeenCalled();
  await jest.advanceTimersByTimeAsync(2_000);
  expect(onClose).toHaveBeenCalledTimes(1);
});
