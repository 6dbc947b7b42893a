import { describe, expect, test } from '@jest/globals';
import { outcomeOf, type Outcome, type ReasonBefore } from './attempt.ts';

const acknowledged = { answer: { acknowledged: true, status: 204, fault: null }, responsiveness: 'prompt' } as const;
const refused = { answer: { acknowledged: false, status: 503, fault: null }, responsiveness: 'failed' } as const;

describe('an attempt that fails before anything is sent', () => {
  const table: [ReasonBefore, Outcome][] = [
    ['no callback URL', { action: 'retry', seconds: 0, counted: false }],
    ['event hidden', { action: 'delete' }],
    ['attempts used up', { action: 'drop', reason: 'no result of the last attempt', refused: false }],
    ['client secret undecryptable', { action: 'retry', seconds: 60, counted: false }],
    ['internal error', { action: 'retry', seconds: 30, counted: true }],
  ];

  test.each(table)('%s', (reason, expected) => {
    expect(outcomeOf({ failed: 'before', reason }, 3, 30)).toEqual(expected);
  });
});

describe('an attempt that fails while it is made', () => {
  test.each<[number, Outcome]>([
    [1, { action: 'retry', seconds: 30, counted: true }],
    [6, { action: 'retry', seconds: 960, counted: true }],
    [7, { action: 'drop', reason: 'status 503', refused: false }],
  ])('number %i', (attempts, expected) => {
    expect(outcomeOf({ failed: 'during', reason: 'status 503', sent: refused }, attempts, 30)).toEqual(expected);
  });
});

test('an acknowledged event is deleted, even after the last attempt', () => {
  expect(outcomeOf({ failed: null, sent: acknowledged }, 7, 30)).toEqual({ action: 'delete' });
});

test.each<[number, Outcome]>([
  [399, { action: 'delete' }],
  [400, { action: 'drop', reason: 'status 400', refused: true }],
  [401, { action: 'drop', reason: 'status 401', refused: true }],
  [499, { action: 'drop', reason: 'status 499', refused: true }],
])('an event that is acknowledged with %i', (status, expected) => {
  const sent = { ...acknowledged, answer: { ...acknowledged.answer, status } };
  expect(outcomeOf({ failed: null, sent }, 1, 30)).toEqual(expected);
});
