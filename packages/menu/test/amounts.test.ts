/** Compares amounts and quantities (docs/api/catalogs.md#restrictions) with the same comparison of integers. */
import { expect, test } from '@jest/globals';
import { Decimal } from 'decimal.js';
import fc from 'fast-check';
import { isAvailable } from '../src/availability.ts';
import { isInStock } from '../src/inventory.ts';

const now = { at: new Date('2026-06-17T12:30:00Z'), timezone: 'Europe/Paris' };
const most = 10n ** 24n;

/** Pairs of numbers, often adjacent, in units of the last decimal. */
const neighbours = (max: bigint) =>
  fc
    .tuple(fc.bigInt({ min: 0n, max }), fc.oneof(fc.bigInt({ min: -1n, max: 1n }), fc.bigInt({ min: -max, max })))
    .map(([one, step]) => [one, one + step < 0n ? 0n : one + step] as const);

const decimalOf = (units: bigint, decimals: number) => {
  const digits = units.toString().padStart(decimals + 1, '0');
  return `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
};

test('min_order_amount is exact to the cent', () => {
  fc.assert(
    fc.property(neighbours(most * 100n - 1n), ([min, amount]) => {
      const restrictions = { min_order_amount: `${decimalOf(min, 2)} EUR` };
      expect(isAvailable(restrictions, { ...now, order_amount: `${decimalOf(amount, 2)} EUR` })).toBe(amount >= min);
    }),
  );
});

test('max_per_customer includes what the customer had before, exactly', () => {
  const unit = 10n ** 10n;
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 1_000 }),
      neighbours(2_000n * unit),
      fc.boolean(),
      (max, [had, other], isExact) => {
        const left = BigInt(max) * unit - had;
        const quantity = isExact && left > 0n ? left : other;
        const situation = { ...now, quantity: decimalOf(quantity, 10), customer_quantity: decimalOf(had, 10) };
        expect(isAvailable({ max_per_customer: max }, situation)).toBe(left > 0n && quantity <= left);
      },
    ),
  );
});

test('stock is exact to the last decimal', () => {
  fc.assert(
    fc.property(neighbours(most * 1_000n), ([stock, quantity]) => {
      const inventory = [{ sku_ref: 'M', stock: decimalOf(stock, 3) }];
      const isEnough = stock > 0n && quantity <= stock;
      expect(isInStock(inventory, { sku_ref: 'M' }, { ...now, quantity: decimalOf(quantity, 3) })).toBe(isEnough);
    }),
  );
});

test('the settings that the page makes in decimal.js have no effect', () => {
  const { precision } = Decimal;
  Decimal.set({ precision: 2 });
  try {
    const situation = { ...now, quantity: '997.0000000001', customer_quantity: '3' };
    expect(isAvailable({ max_per_customer: 1_000 }, situation)).toBe(false);
  } finally {
    Decimal.set({ precision });
  }
});
