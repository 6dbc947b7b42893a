/** Files that spreadsheets open without a question, and without a formula (docs/api/back-office.md#csv-files). */
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import Papa from 'papaparse';
import { isCountry } from '@order-hub/shared/country';
import { sized } from '@order-hub/testing/extent';
import { escaped, unescaped } from './cells.ts';
import { csvText, separatorIn, separatorOf, separators } from './csv-text.ts';

const signs = ['=', '+', '-', '@', '\t', '\r', '\n', '\0', '＝', '＋', '－', '＠'];

/** Texts made of what matters here. */
const tricky = fc.string({
  unit: fc.constantFrom(...signs, ...[';', ',', "'", '"', 'a', ' ', '1', '.', 'é', '\r\n']),
  maxLength: 12,
});

describe('a cell', () => {
  test.each([
    ['=1+1', "'=1+1"],
    ["'=1+1", "''=1+1"],
    ['＝1+1', "'＝1+1"],
    ['Ham;=1+1', "Ham;'=1+1"],
    ['Ham,-1,@a', "Ham,'-1,'@a"],
    ['Ham\t+1', "Ham\t'+1"],
    ['Ham\n=1', "Ham\n'=1"],
    ['"=1', `'"=1`],
    ['\0=1', "'\0=1"],
    ['\r\n', "'\r\n"],
    ['+32471234567', "'+32471234567"],
    ['-1.50', '-1.50'],
    ['-1.50;-1', "'-1.50;'-1"],
    ["'t Hof", "'t Hof"],
    ['1+1 = 2', '1+1 = 2'],
    ['a\r\nb', 'a\r\nb'],
    ['Ham, cheese; egg', 'Ham, cheese; egg'],
  ])('%j is written %j, and read as it was', (text, cell) => {
    expect(escaped(text)).toBe(cell);
    expect(unescaped(cell)).toBe(text);
  });

  test('of any text is read as it was', () => {
    fc.assert(
      fc.property(fc.oneof(tricky, fc.string({ unit: 'binary' })), (text) => {
        expect(unescaped(escaped(text))).toBe(text);
      }),
      { numRuns: sized(200, 2_000) },
    );
  });
});

describe('a file', () => {
  test('has no formula, whichever separator its reader takes, and is read as it was written', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(tricky, tricky, tricky), { minLength: 1, maxLength: 3 }),
        fc.constantFrom(',' as const, ';' as const),
        (rows, separator) => {
          const { head, lines } = csvText(['ref', 'name', 'price'], separator);
          const text = (head + lines(rows)).replace(/^\uFEFF/, '');
          expect(separatorIn(text)).toBe(separator);
          const { data } = Papa.parse<string[]>(text, { delimiter: separator, newline: '\r\n' });
          expect(data.slice(1, -1).map((cells) => cells.map(unescaped))).toEqual(rows);
          for (const delimiter of separators)
            for (const cell of Papa.parse<string[]>(text, { delimiter }).data.flat())
              expect(cell).not.toMatch(/^(?!-\d+(\.\d+)?(?:[,;\t]|$))[=+\-@\t\0＝＋－＠]/);
        },
      ),
      { numRuns: sized(100, 1_000) },
    );
  });

  test.each([
    ['de', 'DE', ';'],
    ['de', 'CH', ';'],
    ['fr', null, ';'],
    ['fr', 'BE', ';'],
    ['en', null, ','],
    ['en', 'US', ','],
    ['en', 'GB', ','],
    ['en', 'NL', ';'],
    ['es', 'MX', ','],
    ['it', 'IT', ';'],
    ['en-XA', null, ','],
  ] as const)('for a reader in %s of %s has the separator %s', (language, country, separator) => {
    const likelyCountry = () => (country !== null && isCountry(country) ? country : null);
    expect(separatorOf({ language, likelyCountry })).toBe(separator);
  });
});
