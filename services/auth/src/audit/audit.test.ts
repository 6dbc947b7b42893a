import { expect, test } from '@jest/globals';
import { boundedDetails } from './audit.ts';

const bytesOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value));

test.each([
  [{}, {}],
  [{ reason: 'Not paid' }, { reason: 'Not paid' }],
  [
    { before: 'a', after: 'b' },
    { before: 'a', after: 'b' },
  ],
])('small details %j are kept', (details, kept) => {
  expect(boundedDetails(details)).toEqual(kept);
});

test('of large ones the smallest fields are kept, and the others are named', () => {
  const details = { large: 'x'.repeat(5_000), name: 'Till', uris: ['y'.repeat(3_000)], more: 'z'.repeat(3_000) };
  expect(boundedDetails(details)).toEqual({ name: 'Till', more: details.more, left_out: ['large', 'uris'] });
});

test('of a change a field is left out on both sides', () => {
  const details = { before: { a: 1, b: 'x' }, after: { a: 2, b: 'é'.repeat(3_000) } };
  expect(boundedDetails(details)).toEqual({ before: { a: 1 }, after: { a: 2 }, left_out: ['b'] });
});

test('they have at most 4 kB', () => {
  for (let length = 0; length < 5_000; length += 97) {
    const text = '"é'.repeat(length);
    for (const details of [{ text }, { text, other: text }, { before: { text: '' }, after: { text } }])
      expect(bytesOf(boundedDetails(details))).toBeLessThanOrEqual(4_096);
  }
});
