import { expect, test } from '@jest/globals';
import { callbackRoomMax, verdictsOf } from './room.ts';

const ended = (answer: 'soon' | 'late' | 'failed' | null, overrides = {}) => ({
  callback_id: 'cb',
  in_flight_max: 4,
  answers: true,
  answer,
  ended: answer && { acknowledged: answer !== 'failed', status: answer === 'failed' ? 500 : 200, fault: null },
  ...overrides,
});

const isOld = () => false;

test('what ended together is one verdict per callback, and the last one says whether it answers', () => {
  const results = [ended('soon'), ended('failed'), ended('soon'), ended('late', { callback_id: 'other' })];
  expect(verdictsOf(results, isOld)).toEqual([
    { callback_id: 'cb', soon: 2, failed: 1, answers: true, ended: results[2]?.ended },
    { callback_id: 'other', soon: 0, failed: 0, answers: false, ended: results[3]?.ended },
  ]);
});

test.each([
  ['nothing was sent', ended(null)],
  ['a good receiver with all the room there is', ended('soon', { in_flight_max: callbackRoomMax })],
  ['a slow one that stays slow', ended('late', { answers: false })],
  ['one that is away, with the least room', ended('failed', { answers: false, in_flight_max: 1 })],
])('nothing is written: %s', (_what, result) => {
  expect(verdictsOf([result], isOld)).toEqual([]);
});

test('news is written even where the room stays as it was, unless nothing was sent', () => {
  const good = ended('soon', { in_flight_max: callbackRoomMax });
  const isNews = () => true;
  expect(verdictsOf([good], isNews)).toEqual([
    { callback_id: 'cb', soon: 1, failed: 0, answers: true, ended: { acknowledged: true, status: 200, fault: null } },
  ]);
  expect(verdictsOf([ended(null)], isNews)).toEqual([]);
});
