/** The pages of menus, over a real catalog service (docs/api/back-office.md#menus). */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { eventually } from '@order-hub/testing/call';
import { hiddenFields } from '../../auth/test/browser.ts';
import { aMember } from '../../auth/test/members.ts';
import { anOwner } from '../../auth/test/owner.ts';
import { aCatalog, aLongCatalog, createImageId } from '../../catalog/test/builders.ts';
import { startBackOfficeWithCatalog, type HubWithCatalog } from './catalog-service.ts';
import { openMenuTests, pathOf, saveProduct, shownIn, type OwnerOfMenu as Owner } from './menus.ts';

/** A Wednesday evening in Paris. */
const now = new Date('2026-07-01T18:00:00Z');
let all: HubWithCatalog;
beforeAll(async () => (all = await startBackOfficeWithCatalog({ now: () => now })), 120_000);
afterAll(() => all.close());

const { anOwnerWith, catalogOf, stockOf, sendFile } = openMenuTests(() => all);

describe('the menu', () => {
  test('is reached from the page of the location, and shown at once when there is one', async () => {
    const owner = await anOwnerWith();
    const location = await owner.browser.open(`/back-office/locations/${owner.location.id}`);
    expect(location.html).toContain(`href="/back-office/locations/${owner.location.id}/menus"`);
    const page = await owner.browser.open(`/back-office/locations/${owner.location.id}/menus`);
    expect(page).toMatchObject({ status: 200, url: owner.path });
    for (const text of ['Margherita', 'Small', '€9.00', 'Cola', 'Pizzas']) expect(page.html).toContain(text);
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

  test.each(['0x10', '1e2', '-1', '1.5', '100001', 'ten', ''])(
    '?skip=%s is refused, and the answer names it',
    async (skip) => {
      const owner = await anOwnerWith();
      const { status, html } = await owner.browser.open(`${owner.path}?skip=${skip}`);
      expect(status).toBe(400);
      expect(html).toContain('skip');
    },
  );

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

describe('people of the location', () => {
  const as = async ({ location }: Owner, role: 'manager' | 'kitchen') =>
    (await aMember(all.hub, location.id, role)).browser;

  test('in the kitchen see the menu and say what is sold out, and change nothing else', async () => {
    const owner = await anOwnerWith();
    const browser = await as(owner, 'kitchen');
    const page = await browser.open(`${owner.path}?search=cola`);
    expect([page.status, page.html.includes('Cola'), page.html.includes('/export')]).toEqual([200, true, false]);
    const product = await browser.open(pathOf(owner));
    expect([product.status, product.html.includes('name="price_0"')]).toEqual([200, false]);
    const { id } = owner.menu.data.products[0].skus[0];
    for (const path of [
      `${pathOf(owner)}/skus/${id}`,
      `${pathOf(owner)}/pictures`,
      `${owner.path}/export`,
      `${owner.path}/import`,
    ])
      expect((await browser.open(path)).status).toBe(403);
    const form = await owner.browser.open(pathOf(owner));
    const sent = await browser.send(product, {
      ...shownIn(form),
      ...hiddenFields(page),
      name: 'Mine',
      description: '',
    });
    expect(sent.status).toBe(403);
    expect(await catalogOf(owner)).toEqual(owner.menu.data);
    const sold = await browser.send(page, {}, `${pathOf(owner, 1)}/sold-out`);
    expect(sold.html).toContain('Cola is sold out until tomorrow.');
    expect(await stockOf(owner)).toMatchObject([{ sku_ref: 'cola-33', stock: '0' }]);
  });

  test('who manage it change its menu, but not one that all locations share', async () => {
    const owner = await anOwnerWith();
    const browser = await as(owner, 'manager');
    await saveProduct(browser, await browser.open(pathOf(owner)), { name: 'By the manager' });
    expect((await catalogOf(owner)).products[0].name).toBe('By the manager');
    const chain = { ...owner.as, location_id: null, location: null, scope: 'account[all_catalogs.write]' };
    const body = aCatalog({ name: 'Chain' });
    const menu = (await all.catalog.call(`POST /accounts/${owner.account.id}/catalogs`, { as: chain, body })).body;
    const path = `/back-office/locations/${owner.location.id}/menus/${menu.id}`;
    const shared = await browser.open(`${path}/products/${menu.data.products[0].id}`);
    expect(shared.html).toContain('only the owner changes it');
    expect(shared.html).not.toContain('name="price_0"');
    const [own, sku] = [
      await owner.browser.open(`${path}/products/${menu.data.products[0].id}`),
      menu.data.products[0].skus[0],
    ];
    expect(own.html).toContain('What you change here changes everywhere');
    const form = await browser.open(`${path}/products/${menu.data.products[0].id}/skus/${sku.id}`);
    const refused = await saveProduct(browser, form, { enabled: 'off' });
    expect(refused.status).toBe(403);
    await saveProduct(owner.browser, own, { name: 'By the owner' });
    const stored = (await all.catalog.call(`GET /catalogs/${menu.id}`, { as: chain })).body.data.products[0];
    expect(stored).toMatchObject({ name: 'By the owner', skus: [{ restrictions: {} }, {}] });
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
    expect(refused.status).toBe(409);
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
    expect(sent.status).toBe(409);
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
