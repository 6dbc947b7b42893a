/** Options that are chosen together (docs/api/catalogs.md#option-lists). */
import { describe, expect, test } from '@jest/globals';
import { isValidSelection, whyInvalidSelection, type ChosenOption, type OptionList } from './selection.ts';

const olives = { id: 'olives' };
const basil = { id: 'basil' };
const upTo2: OptionList = { min_selections: 1, max_selections: 2 };
const anyNumber: OptionList = { min_selections: 0, max_selections: null };

test.each<[OptionList, ChosenOption[], string | null]>([
  [upTo2, [olives], null],
  [upTo2, [olives, basil], null],
  [upTo2, [], 'min_selections'],
  [upTo2, [{ ...olives, quantity: 0 }], 'min_selections'],
  [{ ...upTo2, min_selections: 0 }, [], null],
  [upTo2, [olives, basil, { id: 'egg' }], 'max_selections'],
  [anyNumber, [olives, basil, { id: 'egg' }], null],
])('between min_selections and max_selections: %j %j: %j', (list, chosen, fault) => {
  expect(whyInvalidSelection(list, chosen)).toBe(fault);
  expect(isValidSelection(list, chosen)).toBe(fault === null);
});

describe('an option may be chosen more than once only with multiple_selection', () => {
  const twice: ChosenOption[][] = [[{ ...olives, quantity: 2 }], [olives, olives]];
  test.each(twice)('%j', (...chosen) => {
    for (const multiple_selection of [undefined, null, false]) {
      const list = { ...anyNumber, ...(multiple_selection !== undefined && { multiple_selection }) };
      expect(whyInvalidSelection(list, chosen)).toBe('multiple_selection');
    }
    expect(whyInvalidSelection({ ...upTo2, multiple_selection: true }, chosen)).toBeNull();
  });

  test('and each time counts', () => {
    const list = { ...upTo2, multiple_selection: true };
    expect(whyInvalidSelection(list, [{ ...olives, quantity: 2 }, basil])).toBe('max_selections');
    expect(whyInvalidSelection({ ...list, min_selections: 2 }, [{ ...olives, quantity: 2 }])).toBeNull();
  });
});

test.each([-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY])('a quantity of %d throws', (quantity) => {
  expect(() => isValidSelection(anyNumber, [{ ...olives, quantity }])).toThrow(RangeError);
});
