/** Stock (docs/api/catalogs.md#inventory). */
import { describe, expect, test } from '@jest/globals';
import { isInStock, type InventoryEntry } from './inventory.ts';

const at = new Date('2026-06-17T12:30:00Z');
const margherita = { sku_ref: 'M' };
const inventory: InventoryEntry[] = [
  { option_ref: 'OLIVES', stock: '0', expires_at: null },
  { sku_ref: 'M', stock: '2.5', expires_at: null },
  { sku_ref: 'OUT', stock: '0', expires_at: null },
  { sku_ref: 'BACK', stock: '0.000', expires_at: '2026-06-17T14:30:00+02:00' },
  { sku_ref: 'LATER', stock: '0', expires_at: '2026-06-17T14:30:01+02:00' },
];

describe('stock is unlimited with', () => {
  test.each([
    ['an empty inventory', [], margherita],
    ['another ref', inventory, { sku_ref: 'X' }],
    ['a sku with the ref of an option', inventory, { sku_ref: 'OLIVES' }],
    ['an option with the ref of a sku', inventory, { option_ref: 'OUT' }],
    ['no ref', inventory, { sku_ref: null }],
    [
      'no ref, and an entry whose sku_ref is null',
      [{ sku_ref: null, option_ref: 'OLIVES', stock: '0' }],
      { sku_ref: null },
    ],
    ['no option ref', inventory, { option_ref: undefined }],
    ['an entry that was removed', [{ sku_ref: 'M', stock: null }], margherita],
  ])('%s', (_, entries, ref) => {
    expect(isInStock(entries, ref, { at, quantity: '1000000' })).toBe(true);
  });
});

describe('a quantity is in stock when the stock is above zero and at least the quantity', () => {
  test.each([
    ['M', undefined, true],
    ['M', '2.5', true],
    ['M', '2.50', true],
    ['M', '2.501', false],
    ['M', '10', false],
    ['M', '0', true],
    ['OUT', undefined, false],
    ['OUT', '0', false],
    ['OUT', '1', false],
  ])('%s, quantity %s: %s', (sku_ref, quantity, expected) => {
    expect(isInStock(inventory, { sku_ref }, { at, quantity })).toBe(expected);
  });

  test('of an option', () => {
    expect(isInStock(inventory, { option_ref: 'OLIVES' }, { at })).toBe(false);
  });
});

test('stock is unlimited from expires_at on', () => {
  const isIn = (sku_ref: string, time: string) => isInStock(inventory, { sku_ref }, { at: new Date(time) });
  expect(isIn('BACK', '2026-06-17T12:29:59.999Z')).toBe(false);
  expect(isIn('BACK', '2026-06-17T12:30:00Z')).toBe(true);
  expect(isIn('LATER', '2026-06-17T12:30:00Z')).toBe(false);
  expect(isIn('LATER', '2026-06-17T12:30:01Z')).toBe(true);
});
