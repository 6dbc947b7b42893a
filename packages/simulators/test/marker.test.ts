import { expect, test } from '@jest/globals';
import { markersIn } from '../src/till/marker.ts';

const cases: [notes: string | null, markers: unknown[]][] = [
  [null, []],
  ['Please do not reject this, and without delay', []],
  ['[reject]', [{ kind: 'reject', reason: undefined }]],
  ['Hello [Reject Out of dough] there', [{ kind: 'reject', reason: 'Out of dough' }]],
  ['[delay 30]', [{ kind: 'delay', seconds: 30 }]],
  ['[delay 99999]', [{ kind: 'delay', seconds: 3_600 }]],
  ['[delay soon] [delay]', []],
  ['[ignore][cancel][accept]', [{ kind: 'ignore' }, { kind: 'cancel' }, { kind: 'accept' }]],
  ['[prices +10%]', [{ kind: 'prices', percent: 10 }]],
  ['[prices -5%]', [{ kind: 'prices', percent: -5 }]],
  ['[prices +500%] [prices -100%] [prices ten%]', []],
  ['[stock TIRAMISU 8]', [{ kind: 'stock', ref: 'TIRAMISU', stock: '8' }]],
  ['[stock ICE CREAM unlimited]', [{ kind: 'stock', ref: 'ICE CREAM', stock: null }]],
  ['[stock TIRAMISU -1] [stock 8]', []],
  ['[unknown thing] [reject', []],
];

test.each(cases)('the notes %j', (notes, markers) => {
  expect(markersIn(notes)).toEqual(markers);
});

test('of many markers, the first five count', () => {
  expect(markersIn('[accept]'.repeat(1_000))).toHaveLength(5);
});
