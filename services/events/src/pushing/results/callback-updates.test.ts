import { expect, test } from '@jest/globals';
import { callbackLimitMax, type Responsiveness } from '../limits/concurrency-limits.ts';
import { callbackUpdatesOf } from './callback-updates.ts';

const claimed = {
  connection_id: 'c',
  callback_id: 'cb',
  event_id: 'e',
  lease: 'l',
  due: 1,
  client_id: 'client',
  account_id: 'a',
  host: null,
  in_flight_max: 4,
  quick: true,
};

const answerOf = (responsiveness: Responsiveness) =>
  responsiveness === 'failed'
    ? { acknowledged: false, status: 500, fault: null }
    : { acknowledged: true, status: 200, fault: null };

const result = (responsiveness: Responsiveness | null, overrides: Partial<typeof claimed> = {}) => ({
  claimed: { ...claimed, ...overrides },
  sent: responsiveness && { responsiveness, answer: answerOf(responsiveness) },
});

const isOld = () => false;
const isNews = () => true;

test('results that were stored together make one update per callback, and the last one sets the pace', () => {
  const results = [result('prompt'), result('failed'), result('prompt'), result('late', { callback_id: 'other' })];
  expect(callbackUpdatesOf(results, isOld)).toEqual([
    { callback_id: 'cb', prompt: 2, failed: 1, quick: true, last: answerOf('prompt') },
    { callback_id: 'other', prompt: 0, failed: 0, quick: false, last: answerOf('late') },
  ]);
});

test.each([
  ['nothing was sent', result(null)],
  ['a prompt receiver with the highest limit', result('prompt', { in_flight_max: callbackLimitMax })],
  ['a slow receiver that stays slow', result('late', { quick: false })],
  ['an unavailable receiver with the lowest limit', result('failed', { quick: false, in_flight_max: 1 })],
])('no update: %s', (_what, ended) => {
  expect(callbackUpdatesOf([ended], isOld)).toEqual([]);
});

test('news is stored even when the limit stays the same, unless nothing was sent', () => {
  const prompt = result('prompt', { in_flight_max: callbackLimitMax });
  expect(callbackUpdatesOf([prompt], isNews)).toEqual([
    { callback_id: 'cb', prompt: 1, failed: 0, quick: true, last: answerOf('prompt') },
  ]);
  expect(callbackUpdatesOf([result(null)], isNews)).toEqual([]);
});
