/** A menu as a file, and back (docs/api/back-office.md#menus). */
import { describe, expect, test } from '@jest/globals';
import type { MenuRow } from '@order-hub/shared/menu-calls';
import fc from 'fast-check';
import { sized } from '@order-hub/testing/extent';
import { separators } from '../../csv/csv-text.ts';
import { columns } from './columns.ts';
import { fileChanges } from './file-changes.ts';
import { menuFile } from './prepare-file.ts';
import { readFile } from './read-file.ts';

const tricky = fc.string({
  unit: fc.constantFrom(
    ...['=', '+', '-', '@', '\t', '\r', '\n', '\r\n', ';', ',', "'", '"', 'a', ' ', '1', '.', 'é', '＝', '🍕'],
  ),
  minLength: 1,
  maxLength: 8,
});
const text = fc.oneof(
  tricky,
  fc.string({ unit: 'binary', minLength: 1, maxLength: 6 }).map((one) => one.replaceAll('\0', '0')),
);
const amount = fc.oneof(
  fc.constantFrom('9.50', '-0.50', '0.00', `${'9'.repeat(24)}.99`),
  fc.integer({ min: -99_999, max: 99_999 }).map((cents) => (cents / 100).toFixed(2)),
);

/** The refs and names of a valid catalog are each other's within a product, and a product's ref its own. */
const sku = fc.record({ ref: fc.option(text), name: text, price: amount });
const product = fc.record({
  name: text,
  description: fc.option(fc.oneof(text, fc.constant(''))),
  skus: fc.uniqueArray(sku, { minLength: 1, maxLength: 3, selector: ({ name }) => name, comparator: 'SameValue' }),
});
const menu = fc.uniqueArray(fc.tuple(text, product), { minLength: 1, maxLength: 4, selector: ([ref]) => ref });

const rowsOf = (products: readonly [string, { name: string; description: string | null; skus: object[] }][]) =>
  products.map(([ref, { skus, ...rest }], at) => ({
    product: { id: `p${at}`, ref, ...rest },
    skus: skus.map((one, of) => ({ id: `s${at}-${of}`, ...one, price: `${(one as { price: string }).price} EUR` })),
  })) as unknown as MenuRow[];

const changesOf = (file: string, rows: readonly MenuRow[]) => {
  const { lines, faults, has } = readFile(Buffer.from(file));
  return { ...fileChanges(lines, { rows, has, currency: 'EUR' }), unreadable: faults };
};

const nothing = { changes: [], faults: [], left: [], unreadable: [] };

describe('a menu that is exported and imported', () => {
  test('unchanged changes nothing, whatever is in it', () => {
    fc.assert(
      fc.property(menu, fc.constantFrom(...separators), (products, separator) => {
        const rows = rowsOf(products);
        const { head, lines } = menuFile(separator);
        expect(changesOf(head + lines(rows), rows)).toEqual(nothing);
      }),
      { numRuns: sized(200, 2_000) },
    );
  });

  const skus = [{ ref: 'x', name: 'One', price: '-1.00' }];
  const rows = rowsOf([['ref', { name: ' ', description: null, skus }]]);
  const line = (cells: Partial<Record<(typeof columns)[number], string>>, extra = '') => {
    const said = { ref: 'ref', name: ' ', description: '', size_ref: 'x', size: 'One', price: '-1.00', ...cells };
    return `${columns.join(',')}${extra}\r\n${columns.map((column) => said[column]).join(',')}${extra}\r\n`;
  };

  test('is judged only where it says something else', () => {
    expect(changesOf(line({}), rows)).toMatchObject({ changes: [], faults: [] });
    expect(changesOf(line({ price: '2.5' }), rows).changes).toMatchObject([
      { change: { field: 'price', before: '-1.00 EUR', after: '2.50 EUR' } },
    ]);
    expect(changesOf(line({ price: '-2.00' }), rows).faults).toMatchObject([{ key: 'bad_price' }]);
    expect(changesOf(line({ name: '' }), rows).faults).toMatchObject([{ key: 'empty_name' }]);
  });

  test.each(['\n', '\r', '\r\n'])('with the line breaks of a spreadsheet, %j, changes nothing', (lineBreak) => {
    const brokenRows = rowsOf([['ref', { name: 'a\rb', description: 'c\r\nd\ne', skus }]]);
    const cells = { name: `"a${lineBreak}b"`, description: `"c${lineBreak}d${lineBreak}e"` };
    expect(changesOf(line(cells), brokenRows)).toEqual(nothing);
  });

  test('may have other columns, without names or called alike, but each of its own once', () => {
    expect(changesOf(line({}, ',,'), rows).unreadable).toEqual([]);
    expect(changesOf(line({}, ',Note,Note'), rows).unreadable).toEqual([]);
    expect(changesOf(line({}, ',name'), rows).unreadable).toMatchObject([{ key: 'no_columns' }]);
  });
});
