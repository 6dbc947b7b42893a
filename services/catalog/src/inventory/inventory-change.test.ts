import { describe, expect, test } from '@jest/globals';
import { keyOf, type Entry } from './entries/entry.ts';
import { expiredByTime, patchedInventory, replacedInventory } from './inventory-change.ts';

const entry = (ref: string, stock: string | null, expires_at: Date | null = null): Entry => ({
  kind: 'sku',
  ref,
  stock,
  expires_at,
});
const at = (time: string) => new Date(`2026-07-01T${time}Z`);

describe('an update', () => {
  const before = [entry('a', '1'), entry('b', '0', at('10:00:00'))];

  test.each<[string, Entry[]]>([
    ['the same entries', before],
    ['the same entries in another order', before.toReversed()],
    ['the same entries, and one without a stock', [...before, entry('c', null)]],
  ])('with %s changes nothing', (_what, sent) => {
    expect(replacedInventory(sent, before)).toBeNull();
  });

  test.each<[string, Entry[]]>([
    ['another stock', [entry('a', '2'), entry('b', '0', at('10:00:00'))]],
    ['another spelling of the stock', [entry('a', '1.0'), entry('b', '0', at('10:00:00'))]],
    ['another time', [entry('a', '1'), entry('b', '0', at('11:00:00'))]],
    ['one entry less', [entry('a', '1')]],
    ['one entry more', [...before, entry('c', '1')]],
    ['another kind', [{ ...entry('a', '1'), kind: 'option' }, entry('b', '0', at('10:00:00'))]],
    ['no entry', []],
  ])('with %s replaces all entries', (_what, sent) => {
    expect(replacedInventory(sent, before)).toMatchObject({ stored: sent });
  });

  test('names the entries that differ afterwards', () => {
    const sent = [entry('a', '1'), entry('c', '3'), entry('d', null)];
    expect(replacedInventory(sent, before)?.changed).toEqual([entry('c', '3'), entry('b', null)]);
  });

  test('stores no entry without a stock', () => {
    expect(replacedInventory([entry('a', '2'), entry('b', null)], before)?.stored).toEqual([entry('a', '2')]);
  });
});

describe('a patch', () => {
  const before = new Map([entry('a', '1'), entry('b', '2')].map((known) => [keyOf(known), known]));

  test.each<[string, Entry[]]>([
    ['no entry', []],
    ['the stock that is stored', [entry('a', '1')]],
    ['null for an entry that is not stored', [entry('c', null)]],
  ])('with %s changes nothing', (_what, sent) => {
    expect(patchedInventory(sent, before)).toBeNull();
  });

  test('changes the entries that differ', () => {
    const sent = [entry('a', '1'), entry('b', null), entry('c', '3')];
    expect(patchedInventory(sent, before)).toEqual({
      changed: [entry('b', null), entry('c', '3')],
      stored: [entry('a', '1'), entry('c', '3')],
    });
  });
});

test('entries that expire at the same time are announced together', () => {
  const due = [entry('a', '0'), entry('b', '0'), entry('c', '0.0')].map((sold, index) => ({
    ...sold,
    expires_at: at(index < 2 ? '10:00:00' : '10:00:01'),
  }));
  expect(expiredByTime(due)).toEqual([[entry('a', null), entry('b', null)], [entry('c', null)]]);
  expect(expiredByTime([])).toEqual([]);
});
