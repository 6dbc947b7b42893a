/** The pages of menus, over a real catalog service (docs/api/back-office.md#menus). */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { eventually } from '@order-hub/testing/call';
import { hiddenFields, type Browser, type Page } from '../../auth/test/browser.ts';
import { anOwner } from '../../auth/test/owner.ts';
import { aCatalog, aLongCatalog, createImageId } from '../../catalog/test/builders.ts';
import { anOwnerOfMenu, startBackOfficeWithCatalog, type HubWithCatalog } from './catalog-service.ts';

/** A Wednesday evening in Paris. */
const now = new Date('2026-07-01T18:00:00Z');
let all: HubWithCatalog;
beforeAll(async () => (all = await startBackOfficeWithCatalog({ now: () => now })), 120_000);
afterAll(() => all.close());

const anOwnerWith = (body: unknown = aCatalog()) => anOwnerOfMenu(all, body);
type Owner = Awaited<ReturnType<typeof anOwnerWith>>;

const catalogOf = async ({ as, menu }: Owner) => (await all.catalog.call(`GET /catalogs/${menu.id}`, { as })).body.data;
const pathOf = ({ path, menu }: Owner, at = 0) => `${path}/products/${menu.data.products[at].id}`;
const stockOf = async ({ as, menu }: Owner) =>
  (await all.catalog.call(`GET /catalogs/${menu.id}/locations/${as.location_id}/inventory`, { as })).body;

/** The hidden fields of the form of a product or sku, which is the last of its page. */
const shownIn = ({ html }: Page) => {
  const forms = html.split('<form').filter((form) => form.includes('name="shown"'));
  return hiddenFields({ html: `<form${forms.at(-1) ?? ''}` } as Page);
};

async function saveProduct(browser: Browser, page: Page, fields: Record<string, string>) {
  const own = shownIn(page);
  const shown = JSON.parse(own['shown'] ?? '{}') as Record<string, string>;
  const typed = Object.fromEntries(Object.entries(shown).filter(([name]) => !/^(sku_|refs)/.test(name)));
  return browser.send(page, { ...typed, ...own, ...fields });
}

/** Sends a form with a file. */
async function sendFile(browser: Browser, page: Page, name: string, file: string | Uint8Array<ArrayBuffer>) {
  const body = new FormData();
  const [token = ''] = [/name="form_token" value="([^"]+)"/.exec(page.html)?.[1]];
  body.append('form_token', token);
  body.append(name, new Blob([file]), 'file');
  const response = await fetch(all.hub.urlOf(page.url), {
    method: 'POST',
    redirect: 'manual',
    headers: { cookie: [...browser.cookies].map(([key, value]) => `${key}=${value}`).join('; ') },
    body,
  });
  return { status: response.status, html: await response.text(), url: page.url, headers: response.headers };
}

describe('the menu', () => {
  test('is reached from the page of the location, and shown at once when there is one', async () => {
    const owner = await anOwnerWith();
    const location = await owner.browser.open(`/back-office/locations/${owner.location.id}`);
    expect(location.html).toContain(`href="/back-office/locations/${owner.location.id}/menus"`);
    const page = await owner.browser.open(`/back-office/locations/${owner.location.id}/menus`);
    expect(page).toMatchObject({ status: 200, url: owner.path });
    for (const text of ['Margherita', 'Small', '€9.00', 'Cola', 'Pizzas'])
      expect(page.html).toContain(text);
  });

  test('is chosen when there are several, and can be none', async () => {
    const owner = await anOwnerWith();
    await all.catalog.call(`POST /locations/${owner.location.id}/catalogs`, { as: owner.as, body: { name: 'Lunch' } });
    const { html } = await owner.browser.open(`/back-office/locations/${owner.location.id}/menus`);
    expect(html).toMatch(/>Menu<.*>Lunch</s);
    await all.catalog.call(`DELETE /catalogs/${owner.menu.id}`, { as: owner.as });
    const { id } = (await all.catalog.call(`GET /locations/${owner.location.id}/catalogs`, { as: owner.as })).body[0];
    await all.catalog.call(`DELETE /catalogs/${id}`, { as: owner.as });
    const none = await owner.browser.open(`/back-office/locations/${owner.location.id}/menus`);
    expect(none.html).toContain('This location has no menu yet');
  });

  test('of 1,500 products is searched, by category and page after page', async () => {
    const owner = await anOwnerWith(aLongCatalog('Dish', 1_500));
    const found = await owner.browser.open(`${owner.path}?search=dish+1234`);
    expect(found.html).toContain('1 product<');
    expect(found.html).toContain('>Dish 1234<');
    const first = await owner.browser.open(owner.path);
    expect(first.html).toContain('1,500 products');
    expect(first.html).toContain(`href="${owner.path}?skip=50"`);
    const [category] = owner.menu.data.categories;
    const last = await owner.browser.open(`${owner.path}?category=${category.id}&skip=1450`);
    expect([last.html.match(/class="dish"/g)?.length, last.html.includes('skip=1500')]).toEqual([50, false]);
  });

  test("is nobody else's", async () => {
    const [owner, stranger] = [await anOwnerWith(), await anOwnerWith()];
    const paths = ['', '/export', '/import', `/products/${owner.menu.data.products[0].id}`];
    const elsewhere = `/back-office/locations/${stranger.location.id}/menus/${owner.menu.id}`;
    for (const path of paths) {
      expect((await stranger.browser.open(owner.path + path)).status).toBe(404);
      expect((await stranger.browser.open(elsewhere + path)).status).toBe(404);
    }
    const nobody = await anOwner(all.hub);
    expect((await nobody.browser.open(owner.path)).status).toBe(404);
  });
});

describe('a product', () => {
  test('gets another name, description and price; nothing else changes, and apps get the event', async () => {
    const owner = await anOwnerWith();
    const page = await owner.browser.open(pathOf(owner));
    const saved = await saveProduct(owner.browser, page, {
      name: 'Margherita <DOP>',
      description: 'With\r\nbasil',
      price_0: '9,5',
    });
    expect(saved).toMatchObject({ status: 200, url: pathOf(owner) });
    expect(saved.html).toContain('Saved. The connected apps have been told.');
    const expected = structuredClone(owner.menu.data);
    Object.assign(expected.products[0], { name: 'Margherita <DOP>', description: 'With\nbasil' });
    expected.products[0].skus[0].price = '9.50 EUR';
    expect(await catalogOf(owner)).toEqual(expected);
    const changes = await eventually(() => {
      const bodies = all.catalog.bodiesOf('change', owner.location.id);
      return bodies.length > 1 && bodies;
    });
    expect(changes[1]).toMatchObject({ event_type: 'update', client_id: 'back-office' });
  });

  test('that somebody else has changed in another field keeps both changes', async () => {
    const owner = await anOwnerWith();
    const [one, two] = [await owner.browser.open(pathOf(owner)), await owner.browser.open(pathOf(owner))];
    await saveProduct(owner.browser, one, { name: 'Marinara' });
    await saveProduct(owner.browser, two, { price_1: '12.50' });
    expect((await catalogOf(owner)).products[0]).toMatchObject({
      name: 'Marinara',
      skus: [{ price: '9.00 EUR' }, { price: '12.50 EUR' }],
    });
  });

  test('that somebody else has changed in the same field shows both values, and is replaced only if saved again', async () => {
    const owner = await anOwnerWith();
    const [one, two] = [await owner.browser.open(pathOf(owner)), await owner.browser.open(pathOf(owner))];
    await saveProduct(owner.browser, one, { price_0: '9.10', name: 'Marinara' });
    const refused = await saveProduct(owner.browser, two, { price_0: '9.20' });
    expect(refused.status).toBe(422);
    expect(refused.html).toContain('It is now “9.10 EUR”');
    expect(refused.html).toContain('value="9.20"');
    // What this person has not touched is what it is now.
    expect(refused.html).toContain('value="Marinara"');
    expect((await catalogOf(owner)).products[0].skus[0].price).toBe('9.10 EUR');
    const again = await saveProduct(owner.browser, refused, { price_0: '9.20' });
    expect(again.status).toBe(200);
    expect((await catalogOf(owner)).products[0]).toMatchObject({ name: 'Marinara', skus: [{ price: '9.20 EUR' }, {}] });
  });

  test.each([
    [{ name: ' ' }, 'Name must not be empty'],
    [{ name: 'x'.repeat(1_001) }, 'Name must have at most 1,000 characters'],
    [{ description: 'x'.repeat(10_001) }, 'Description must have at most 10,000 characters'],
    [{ price_0: 'nine' }, 'Price of Small in EUR'],
    [{ price_0: '1e3' }, 'must be an amount such as 9.50'],
    [{ price_0: '-1' }, 'must be an amount such as 9.50'],
  ] as Record<string, string>[][] & [Record<string, string>, string][])('with %j is refused', async (fields, fault) => {
    const owner = await anOwnerWith();
    const refused = await saveProduct(owner.browser, await owner.browser.open(pathOf(owner)), fields);
    expect(refused.status).toBe(422);
    expect(refused.html).toContain(fault);
    expect(await catalogOf(owner)).toEqual(owner.menu.data);
  });

  test('changes nothing without the values that it showed, and says so', async () => {
    const owner = await anOwnerWith();
    const page = await owner.browser.open(pathOf(owner));
    const sent = await owner.browser.send(page, { ...shownIn(page), shown: '[', name: 'X', description: '' });
    expect(sent.status).toBe(422);
    expect(await catalogOf(owner)).toEqual(owner.menu.data);
  });

  test('is turned off, and offered to some variants only', async () => {
    const owner = await anOwnerWith();
    const { id } = owner.menu.data.products[0].skus[0];
    const page = await owner.browser.open(`${pathOf(owner)}/skus/${id}`);
    expect(page.html).toContain('On the terrace');
    const saved = await saveProduct(owner.browser, page, { enabled: 'off', variants: 'some', variant_0: 'terrace' });
    expect(saved.html).toContain('Off');
    const [sku] = (await catalogOf(owner)).products[0].skus;
    expect(sku).toMatchObject({ name: 'Small', restrictions: { enabled: false, variant_refs: ['terrace'] } });
    const again = await owner.browser.open(`${pathOf(owner)}/skus/${id}`);
    await saveProduct(owner.browser, again, { enabled: 'on', variants: 'all' });
    expect((await catalogOf(owner)).products).toEqual(owner.menu.data.products);
    expect((await owner.browser.open(`${pathOf(owner)}/skus/none`)).status).toBe(404);
  });
});

describe('sold out', () => {
  test('until tomorrow, by one tap on the menu: it is back when the next business day begins', async () => {
    const owner = await anOwnerWith();
    const page = await owner.browser.open(`${owner.path}?search=cola`);
    const back = await owner.browser.send(page, {}, `${pathOf(owner, 1)}/sold-out`);
    expect(back).toMatchObject({ status: 200, url: `${owner.path}?search=cola` });
    expect(back.html).toContain('Cola is sold out until tomorrow.');
    expect(back.html).toContain('Sold out until 2 Jul 2026, 06:00');
    expect(await stockOf(owner)).toEqual([{ sku_ref: 'cola-33', stock: '0', expires_at: '2026-07-02T06:00:00+02:00' }]);
    const again = await owner.browser.send(back, {}, `${pathOf(owner, 1)}/sold-out`);
    expect(again.html).toContain('Cola is available again.');
    expect(await stockOf(owner)).toEqual([]);
  });

  test('one size, until told', async () => {
    const owner = await anOwnerWith();
    const page = await owner.browser.open(`${pathOf(owner)}/sold-out`);
    const { id } = owner.menu.data.products[0].skus[1];
    const sent = await owner.browser.send(page, { sku: id, until: 'told' });
    expect(sent).toMatchObject({ status: 200, url: pathOf(owner) });
    expect(await stockOf(owner)).toEqual([{ sku_ref: 'margherita-l', stock: '0', expires_at: null }]);
  });

  test.each([
    [{ until: 'never' }, 'Until must be chosen'],
    [{ until: 'told', sku: 'none' }, 'Sku must be chosen'],
  ] as Record<string, string>[][] & [Record<string, string>, string][])('with %j is refused', async (fields, fault) => {
    const owner = await anOwnerWith();
    const page = await owner.browser.send(await owner.browser.open(`${pathOf(owner)}/sold-out`), fields);
    expect([page.status, page.html.includes(fault)]).toEqual([422, true]);
    expect(await stockOf(owner)).toEqual([]);
  });

  test('returns to pages of this menu only', async () => {
    const owner = await anOwnerWith();
    const page = await owner.browser.open(`${pathOf(owner)}/sold-out`);
    for (const back of ['https://evil.example', '//evil.example', '/back-office/profile']) {
      const sent = await owner.browser.send(page, { until: 'told', back });
      expect(sent.url).toBe(pathOf(owner));
    }
  });

  test('says why what has no ref cannot be', async () => {
    const body = aCatalog() as any;
    delete body.data.products[1].skus[0].ref;
    body.data.deals = [];
    const owner = await anOwnerWith(body);
    const { html } = await owner.browser.open(`${pathOf(owner, 1)}/sold-out`);
    expect(html).toContain('gives this product no reference');
  });
});

describe('pictures', () => {
  const gif = new Uint8Array(Buffer.from('R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==', 'base64'));

  test('are added, shown, and taken away', async () => {
    const owner = await anOwnerWith();
    const path = `${pathOf(owner)}/pictures`;
    const added = await sendFile(owner.browser, await owner.browser.open(path), 'picture', gif);
    expect([added.status, added.headers.get('location')]).toEqual([303, path]);
    const [id] = (await catalogOf(owner)).products[0].image_ids;
    expect((await owner.browser.open(owner.path)).html).toContain(`src="${owner.path}/images/${id}"`);
    const image = await fetch(all.hub.urlOf(`${owner.path}/images/${id}`), {
      headers: { cookie: [...owner.browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
    });
    expect([image.status, image.headers.get('content-type')]).toEqual([200, 'image/gif']);
    expect(image.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox");
    expect(new Uint8Array(await image.arrayBuffer())).toEqual(gif);
    const removed = await owner.browser.send(await owner.browser.open(path), {});
    expect(removed.status).toBe(200);
    expect((await catalogOf(owner)).products[0].image_ids).toEqual([]);
  });

  test.each<[string, Uint8Array<ArrayBuffer>, number, string]>([
    ['no file', new Uint8Array(), 422, 'Picture must be chosen'],
    ['a text', new Uint8Array(Buffer.from('<svg onload=alert(1)>')), 422, 'must be a JPEG'],
    ['more than a megabyte', new Uint8Array(Buffer.concat([gif, Buffer.alloc(1_048_577)])), 422, 'must be a JPEG'],
    ['more than any form', new Uint8Array(1_300_000), 413, ''],
  ])('%s is refused', async (_what, file, status, fault) => {
    const owner = await anOwnerWith();
    const page = await owner.browser.open(`${pathOf(owner)}/pictures`);
    const refused = await sendFile(owner.browser, page, 'picture', file);
    expect([refused.status, refused.html.includes(fault)]).toEqual([status, true]);
    expect(await catalogOf(owner)).toEqual(owner.menu.data);
  });

  test("of another account's menu is not shown", async () => {
    const [owner, stranger] = [await anOwnerWith(), await anOwnerWith()];
    const id = await createImageId(all.catalog, owner.as, owner.menu.id);
    expect((await owner.browser.open(`${owner.path}/images/${id}`)).status).toBe(200);
    expect((await stranger.browser.open(`${stranger.path}/images/${id}`)).status).toBe(404);
  });
});

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
