import { describe, expect, test } from '@jest/globals';
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

const noRefusals = { refusals: 0, resets: true, refusal_status: null };

const isOld = () => false;
const isNews = () => true;

test('results that were stored together make one update per callback, and the last one sets the pace', () => {
  const results = [result('prompt'), result('failed'), result('prompt'), result('late', { callback_id: 'other' })];
  expect(callbackUpdatesOf(results, isOld)).toEqual([
    { callback_id: 'cb', prompt: 2, failed: 1, quick: true, last: answerOf('prompt'), ...noRefusals },
    { callback_id: 'other', prompt: 0, failed: 0, quick: false, last: answerOf('late'), ...noRefusals },
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
    { callback_id: 'cb', prompt: 1, failed: 0, quick: true, last: answerOf('prompt'), ...noRefusals },
  ]);
  expect(callbackUpdatesOf([result(null)], isNews)).toEqual([]);
});

describe('refusals in a row', () => {
  const answered = (status: number) => ({
    claimed,
    sent: {
      responsiveness: status > 499 ? ('failed' as const) : ('prompt' as const),
      answer: { acknowledged: status <= 499, status, fault: null },
    },
  });

  test.each([
    ['are counted, with the last status', [401, 403], { refusals: 2, resets: false, refusal_status: 403 }],
    ['count from the last other answer on', [401, 401, 204, 404], { refusals: 1, resets: true, refusal_status: 404 }],
    ['are not ended by an attempt that failed', [401, 500, 401], { refusals: 2, resets: false, refusal_status: 401 }],
    ['are ended by a redirect, which acknowledges', [401, 302], { refusals: 0, resets: true, refusal_status: null }],
  ])('%s', (_what, statuses, expected) => {
    expect(callbackUpdatesOf(statuses.map(answered), isNews)).toEqual([expect.objectContaining(expected)]);
  });
});
