/** Menus as CSV files (docs/api/back-office.md#menus). */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { hiddenFields } from '../../auth/test/browser.ts';
import { aCatalog, aLongCatalog } from '../../catalog/test/builders.ts';
import { startBackOfficeWithCatalog, type HubWithCatalog } from './catalog-service.ts';
import { openMenuTests, pathOf, saveProduct, type OwnerOfMenu as Owner } from './menus.ts';

let all: HubWithCatalog;
beforeAll(async () => (all = await startBackOfficeWithCatalog()), 120_000);
afterAll(() => all.close());

const { anOwnerWith, catalogOf, sendFile } = openMenuTests(() => all);

describe('a file', () => {
  const exported = async ({ browser, path }: Owner) => (await browser.open(`${path}/export`)).html;
  const preview = async ({ browser, path }: Owner, file: string | Uint8Array<ArrayBuffer>) =>
    sendFile(browser, await browser.open(`${path}/import`), 'file', file);

  test('has the menu, without formulas for spreadsheets', async () => {
    const body = aCatalog() as any;
    body.data.products[1].name = '=HYPERLINK("x")';
    body.data.products[0].description = 'Tomato, "mozzarella"\nand basil';
    const owner = await anOwnerWith(body);
    const page = await owner.browser.open(`${owner.path}/export`);
    expect(page.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(page.html.replace(/^\uFEFF/, '')).toBe(
      [
        'ref,name,description,size_ref,size,price\r\n',
        'margherita,Margherita,"Tomato, ""mozzarella""\nand basil",margherita-s,Small,9.00\r\n',
        'margherita,Margherita,"Tomato, ""mozzarella""\nand basil",margherita-l,Large,12.00\r\n',
        `cola,"'=HYPERLINK(""x"")",,cola-33,,3.00\r\n`,
      ].join(''),
    );
    expect((await preview(owner, page.html)).html).toContain('The file says what the menu says already.');
  });

  test('shows what it changes, changes nothing before that is confirmed, and then all at once', async () => {
    const owner = await anOwnerWith();
    const file = (await exported(owner)).replaceAll(',Margherita,', ',Marinara,').replace('3.00', '3.20');
    const shown = await preview(owner, `${file}pepsi,Pepsi,,pepsi-33,,3.00\r\n,Water,,,,1.00\r\n`);
    expect(shown.status).toBe(200);
    for (const text of ['The file changes 2 values', 'Marinara', '3.20 EUR', '“pepsi” is not in the menu', 'Line 6'])
      expect(shown.html).toContain(text);
    expect(await catalogOf(owner)).toEqual(owner.menu.data);
    const saved = await owner.browser.send(shown, {}, `${owner.path}/import/confirm`);
    expect(saved).toMatchObject({ status: 200, url: owner.path });
    expect(saved.html).toContain('2 values have been changed');
    expect((await catalogOf(owner)).products).toMatchObject([{ name: 'Marinara' }, { skus: [{ price: '3.20 EUR' }] }]);
    expect(all.catalog.bodiesOf('change', owner.location.id)).toHaveLength(2);
  });

  test('changes nothing at all when somebody else has changed one of its values meanwhile', async () => {
    const owner = await anOwnerWith();
    const file = (await exported(owner)).replaceAll(',Margherita,', ',Marinara,').replace('3.00', '3.20');
    const shown = await preview(owner, file);
    await saveProduct(owner.browser, await owner.browser.open(pathOf(owner, 1)), { price_0: '3.50' });
    const refused = await owner.browser.send(shown, {}, `${owner.path}/import/confirm`);
    expect(refused.status).toBe(409);
    expect(refused.html).toContain('“3.00 EUR” to “3.20 EUR”: it is now “3.50 EUR”');
    expect((await catalogOf(owner)).products).toMatchObject([
      { name: 'Margherita' },
      { skus: [{ price: '3.50 EUR' }] },
    ]);
  });

  test('may leave out columns, and use semicolons as spreadsheets do', async () => {
    const owner = await anOwnerWith();
    const shown = await preview(owner, 'ref;size_ref;price\r\ncola;cola-33;"3,20"\r\nmargherita;margherita-s;9,00\r\n');
    expect(shown.html).toContain('The file changes 1 value<');
  });

  test('of 1,500 products changes every price', async () => {
    const owner = await anOwnerWith(aLongCatalog('Dish', 1_500));
    const shown = await preview(owner, (await exported(owner)).replaceAll(',1.00', ',1.10'));
    expect(shown.html).toContain('The file changes 1,500 values');
    await owner.browser.send(shown, {}, `${owner.path}/import/confirm`);
    const prices = (await catalogOf(owner)).products.map((product: any) => product.skus[0].price);
    expect(new Set(prices)).toEqual(new Set(['1.10 EUR']));
  });

  const head = 'ref,name,description,size_ref,size,price\n';
  const latin1 = new Uint8Array(
    Buffer.from(`${head}cola,Cola,,cola-33,,3.00\ncola,Caf\xe9,,cola-33,,3.00\n`, 'latin1'),
  );
  test.each<[string, string | Uint8Array<ArrayBuffer>, string]>([
    ['no file', '', 'File must be chosen'],
    ['another encoding', latin1, 'Line 3: holds bytes that are not UTF-8'],
    ['no column ref', 'name,price\nCola,3.00\n', 'Line 1: must name the columns'],
    ['a column twice', 'ref,price,price\nCola,3.00,3.00\n', 'Line 1: must name the columns'],
    ['an open quotation mark', `${head}cola,"Cola,,cola-33,,3.00\n`, 'a quotation mark is opened'],
    ['a cell too few', `${head}cola,Cola,,cola-33,\n`, 'Line 2: has 5 cells in place of 6'],
    ['a price that is none', `${head}cola,Cola,,cola-33,,three\n`, 'Line 2: “three” is not a price'],
    ['no name', `${head}cola,,,cola-33,,3.00\n`, 'Line 2: the name is empty'],
    ['no lines', head, 'has no lines'],
    [
      'two names',
      `${head}margherita,A,,margherita-s,Small,9.00\nmargherita,B,,margherita-l,Large,12.00\n`,
      'says something else',
    ],
    ['more than a megabyte', 'x'.repeat(1_048_577), 'must have at most 1 MB'],
    ['more than 20,000 lines', head + 'a,b,,c,,1.00\n'.repeat(20_001), 'has more than 20,000 lines'],
  ])('with %s is refused', async (_what, file, fault) => {
    const owner = await anOwnerWith();
    const refused = await preview(owner, file);
    expect([refused.status, refused.html.includes(fault)]).toEqual([422, true]);
  });

  test.each([
    ['no changes', 'x', 400],
    ['a bomb', '', 400],
  ])('confirmed with %s is refused', async (_what, changes, status) => {
    const owner = await anOwnerWith();
    const page = await owner.browser.open(`${owner.path}/import`);
    const token = hiddenFields(page);
    const refused = await owner.browser.send(page, { ...token, changes }, `${owner.path}/import/confirm`);
    expect(refused.status).toBe(status);
  });
});
