import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { eventually } from '@order-hub/testing/call';
import { hiddenFields, openBrowser } from '../../auth/test/browser.ts';
import { aMember } from '../../auth/test/members.ts';
import { anOwner } from '../../auth/test/owner.ts';
import { aCatalog, aLongCatalog, createImageId } from '../../catalog/test/builders.ts';
import { nextMorning } from '../src/menu/stock/next-morning.ts';
import { type HubWithCatalog, startBackOfficeWithCatalog } from './catalog-service.ts';
import {
  openMenuTests,
  type OwnerOfMenu as Owner,
  partPathOf,
  pathOf,
  saveProduct as save,
  saveProduct,
  shownIn,
} from './menus.ts';
import { gzipSync } from 'node:zlib';

/** The time of the hub; undefined: that of the machine. */
let time: Date | undefined;

let all: HubWithCatalog;
beforeAll(async () => (all = await startBackOfficeWithCatalog({ now: () => time ?? new Date() })), 120_000);
afterAll(() => all.close());

/** The pages of menus, over a real catalog service (docs/api/back-office.md#menus). */
describe('menus', () => {
  /** A Wednesday evening in Paris. */
  const now = new Date('2026-07-01T18:00:00Z');

  beforeAll(() => void (time = now));
  afterAll(() => void (time = undefined));

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
      await all.catalog.call(`POST /locations/${owner.location.id}/catalogs`, {
        as: owner.as,
        body: { name: 'Lunch' },
      });
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

    test.each(['0x10', '1e2', '-1', '1.5', '100001', '9'.repeat(20), 'ten', ''])(
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
      expect((await catalogOf(owner)).products[0]).toMatchObject({
        name: 'Marinara',
        skus: [{ price: '9.20 EUR' }, {}],
      });
    });

    test.each([
      [{ name: ' ' }, 'Name must not be empty'],
      [{ name: 'x'.repeat(1_001) }, 'Name must have at most 1,000 characters'],
      [{ description: 'x'.repeat(10_001) }, 'Description must have at most 10,000 characters'],
      [{ price_0: 'nine' }, 'Price of Small in EUR'],
      [{ price_0: '1e3' }, 'must be an amount such as 9.50'],
      [{ price_0: '-1' }, 'must be an amount such as 9.50'],
    ] as Record<string, string>[][] & [Record<string, string>, string][])(
      'with %j is refused',
      async (fields, fault) => {
        const owner = await anOwnerWith();
        const refused = await saveProduct(owner.browser, await owner.browser.open(pathOf(owner)), fields);
        expect(refused.status).toBe(422);
        expect(refused.html).toContain(fault);
        expect(await catalogOf(owner)).toEqual(owner.menu.data);
      },
    );

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
      expect(await stockOf(owner)).toEqual([
        { sku_ref: 'cola-33', stock: '0', expires_at: '2026-07-02T06:00:00+02:00' },
      ]);
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
    ] as Record<string, string>[][] & [Record<string, string>, string][])(
      'with %j is refused',
      async (fields, fault) => {
        const owner = await anOwnerWith();
        const page = await owner.browser.send(await owner.browser.open(`${pathOf(owner)}/sold-out`), fields);
        expect([page.status, page.html.includes(fault)]).toEqual([422, true]);
        expect(await stockOf(owner)).toEqual([]);
      },
    );

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
});

/** Option lists, options, deals, categories and other prices of menus, over a real catalog service (docs/api/back-office.md#menus). */
describe('parts of a menu', () => {
  const { anOwnerWith, catalogOf, stockOf } = openMenuTests(() => all);

  const optionPathOf = (owner: Owner, at = 0) =>
    `${partPathOf(owner, 'option_lists')}/options/${owner.menu.data.option_lists[0].options[at].id}`;

  /** The page of a line of the deal, as its own page links to it. */
  async function linePathOf({ browser, ...owner }: Owner, at = 0) {
    const path = partPathOf({ browser, ...owner }, 'deals');
    const { html } = await browser.open(path);
    const lines = [...html.matchAll(/href="([^"]+\/lines\/[^"]+)"/g)].map(([, href = '']) => href);
    return lines[at] ?? '';
  }

  describe('the pages', () => {
    test('are reached from the menu and from the product', async () => {
      const owner = await anOwnerWith();
      const { html } = await owner.browser.open(owner.path);
      for (const part of ['deals', 'option-lists', 'categories'])
        expect(html).toContain(`href="${owner.path}/${part}"`);
      expect((await owner.browser.open(pathOf(owner))).html).toContain(`href="${partPathOf(owner, 'option_lists')}"`);
      const lists = await owner.browser.open(`${owner.path}/option-lists`);
      expect(lists.html).toMatch(/>Toppings<.*2 options/s);
      const deals = await owner.browser.open(`${owner.path}/deals`);
      expect(deals.html).toMatch(/>Lunch<.*2 lines/s);
      expect((await owner.browser.open(`${owner.path}/categories`)).html).toMatch(/>Food<.*>Pizzas<.*>Drinks</s);
    });

    test('say when there is nothing', async () => {
      const owner = await anOwnerWith({ name: 'Empty' });
      for (const [part, words] of [
        ['deals', 'has no deals'],
        ['option-lists', 'has no option lists'],
        ['categories', 'has no categories'],
      ] as const)
        expect((await owner.browser.open(`${owner.path}/${part}`)).html).toContain(words);
    });

    test("are nobody else's, and nothing is there that does not exist", async () => {
      const [owner, stranger] = [await anOwnerWith(), await anOwnerWith()];
      const paths = [
        ...['/deals', '/option-lists', '/categories'].map((path) => owner.path + path),
        ...[
          partPathOf(owner, 'option_lists'),
          partPathOf(owner, 'deals'),
          optionPathOf(owner),
          await linePathOf(owner),
        ],
        `${optionPathOf(owner)}/prices`,
        `${owner.path}/categories/${owner.menu.data.categories[0].id}`,
      ];
      for (const path of paths) {
        expect([path, (await owner.browser.open(path)).status]).toEqual([path, 200]);
        expect((await stranger.browser.open(path)).status).toBe(404);
        expect((await stranger.browser.open(path.replace(owner.location.id, stranger.location.id))).status).toBe(404);
        const odd = path.replace(/[^/]+$/, 'nothing');
        if (path.split('/').length > 8) expect([404, 200]).toContain((await owner.browser.open(odd)).status);
      }
      expect((await owner.browser.open(`${partPathOf(owner, 'deals')}/lines/nothing`)).status).toBe(404);
      expect((await owner.browser.open(`${partPathOf(owner, 'option_lists')}/options/nothing`)).status).toBe(404);
    });

    test('of a menu that others manage can be seen, and not changed', async () => {
      const owner = await anOwnerWith();
      const { browser } = await aMember(all.hub, owner.location.id, 'kitchen');
      for (const kind of ['option_lists', 'deals'] as const) {
        const page = await browser.open(partPathOf(owner, kind));
        expect([page.status, page.html.includes('name="shown"')]).toEqual([200, false]);
        const sent = await save(browser, await owner.browser.open(partPathOf(owner, kind)), { name: 'Mine' });
        expect(sent.status).toBe(403);
      }
      for (const path of [optionPathOf(owner), `${optionPathOf(owner)}/prices`, await linePathOf(owner)])
        expect((await browser.open(path)).status).toBe(403);
      const sold = await browser.send(await browser.open(`${optionPathOf(owner)}/sold-out`), { until: 'told' });
      expect(sold.html).toContain('Olives is sold out until you change it.');
      expect(await catalogOf(owner)).toEqual(owner.menu.data);
    });
  });

  describe('an option list', () => {
    test('gets another name, other choices and prices, and nothing else changes', async () => {
      const owner = await anOwnerWith();
      const path = partPathOf(owner, 'option_lists');
      const saved = await save(owner.browser, await owner.browser.open(path), {
        ...{ name: 'On top', min: '1', max: '', price_0: '0,6' },
      });
      expect(saved).toMatchObject({ status: 200, url: path });
      expect(saved.html).toContain('Saved. The connected apps have been told.');
      const expected = structuredClone(owner.menu.data);
      Object.assign(expected.option_lists[0], { name: 'On top', min_selections: 1, max_selections: null });
      expected.option_lists[0].options[0].price = '0.60 EUR';
      expect(await catalogOf(owner)).toEqual(expected);
    });

    test('that asks for more options than it has says so, and the page of the menu names it', async () => {
      const owner = await anOwnerWith();
      const path = partPathOf(owner, 'option_lists');
      const before = await owner.browser.open(path);
      expect(before.html).not.toContain('Guests must choose');
      const menu = path.replace(/\/option-lists.*/, '');
      const sentence = 'ask for more options than guests can choose';
      expect((await owner.browser.open(menu)).html).not.toContain(sentence);
      await save(owner.browser, before, { min: '99', max: '' });
      expect((await owner.browser.open(path)).html).toContain(
        'Guests must choose 99 options, but the list does not have as many: nobody can order what needs it.',
      );
      const { html } = await owner.browser.open(menu);
      expect([html.includes(sentence), html.includes(`href="${path}"`)]).toEqual([true, true]);
    });

    test('that somebody else has changed keeps other changes, and shows both values of the same field', async () => {
      const owner = await anOwnerWith();
      const path = partPathOf(owner, 'option_lists');
      const [one, two] = [await owner.browser.open(path), await owner.browser.open(path)];
      await save(owner.browser, one, { price_0: '0.60', name: 'Extras' });
      const refused = await save(owner.browser, two, { price_0: '0.70', price_1: '0.10' });
      expect(refused.status).toBe(409);
      expect(refused.html).toContain('It is now “0.60 EUR”');
      for (const text of ['value="0.70"', 'value="0.10"', 'value="Extras"']) expect(refused.html).toContain(text);
      await save(owner.browser, refused, { price_0: '0.70', price_1: '0.10' });
      expect((await catalogOf(owner)).option_lists[0]).toMatchObject({
        name: 'Extras',
        options: [{ price: '0.70 EUR' }, { price: '0.10 EUR' }],
      });
    });

    test.each([
      [{ name: ' ' }, 'Name must not be empty'],
      [{ min: 'one' }, 'must be a whole number'],
      [{ max: '-1' }, 'must be a whole number'],
      [{ min: '3' }, 'must not let guests choose fewer than they must'],
      [{ max: '0' }, 'must not have more than 0 that are chosen at first'],
      [{ price_0: 'x' }, 'must be an amount such as 9.50'],
    ] as [Record<string, string>, string][])('with %j is refused', async (fields, fault) => {
      const owner = await anOwnerWith();
      const page = await owner.browser.open(partPathOf(owner, 'option_lists'));
      const refused = await save(owner.browser, page, fields);
      expect([refused.status, refused.html.includes(fault)]).toEqual([422, true]);
      expect(await catalogOf(owner)).toEqual(owner.menu.data);
    });
  });

  describe('an option', () => {
    test('gets another name and price, is not chosen at first, and is offered to some variants only', async () => {
      const owner = await anOwnerWith();
      const page = await owner.browser.open(optionPathOf(owner));
      const saved = await save(owner.browser, page, {
        ...{
          name: 'Black olives',
          price: '0.80',
          default: 'off',
          enabled: 'off',
          variants: 'some',
          variant_0: 'terrace',
        },
      });
      expect(saved.status).toBe(200);
      expect((await catalogOf(owner)).option_lists[0].options[0]).toMatchObject({
        ...{ name: 'Black olives', price: '0.80 EUR', default: false },
        restrictions: { enabled: false, variant_refs: ['terrace'] },
      });
    });

    test('is sold out until tomorrow, and again', async () => {
      const owner = await anOwnerWith();
      const path = `${optionPathOf(owner)}/sold-out`;
      const sold = await owner.browser.send(await owner.browser.open(path), { until: 'tomorrow' });
      expect(sold.html).toContain('Olives is sold out until tomorrow.');
      expect(sold.html).toContain('Sold out until');
      expect(await stockOf(owner)).toMatchObject([
        { option_ref: 'olives', stock: '0', expires_at: expect.any(String) },
      ]);
      await owner.browser.send(await owner.browser.open(path), { until: 'again' });
      expect(await stockOf(owner)).toEqual([]);
    });

    test('without a reference has no stock, and says what to do instead', async () => {
      const body = aCatalog() as any;
      delete body.data.option_lists[0].options[0].ref;
      const owner = await anOwnerWith(body);
      const page = await owner.browser.open(`${optionPathOf(owner)}/sold-out`);
      expect(page.html).toContain('its stock cannot be counted');
      const form = await owner.browser.open(`${optionPathOf(owner, 1)}/sold-out`);
      const fields = { ...hiddenFields(form), until: 'told' };
      const sent = await owner.browser.send(form, fields, `${optionPathOf(owner)}/sold-out`);
      expect([sent.status, await stockOf(owner)]).toEqual([422, []]);
    });
  });

  describe('a deal', () => {
    test('gets another name and description, and is turned off', async () => {
      const owner = await anOwnerWith();
      const page = await owner.browser.open(partPathOf(owner, 'deals'));
      for (const text of ['Margherita, Small', '€8.00', '50% off', 'Cola (+€0.50)']) expect(page.html).toContain(text);
      await save(owner.browser, page, { name: 'Midday', description: 'Until three', enabled: 'off' });
      const [deal] = (await catalogOf(owner)).deals;
      expect(deal).toMatchObject({ name: 'Midday', description: 'Until three', restrictions: { enabled: false } });
      expect((await owner.browser.open(`${owner.path}/deals`)).html).toMatch(/>Midday<.*Off/s);
    });

    test('has lines with other prices and extra charges', async () => {
      const owner = await anOwnerWith();
      const first = await owner.browser.open(await linePathOf(owner));
      await save(owner.browser, first, { label: 'A pizza', effect: 'percentage_off', value: '12,5', extra_0: '1' });
      const second = await owner.browser.open(await linePathOf(owner, 1));
      await save(owner.browser, second, { effect: 'unchanged', value: '', extra_0: '' });
      expect((await catalogOf(owner)).deals[0].lines).toMatchObject([
        {
          ...{ label: 'A pizza', pricing_effect: 'percentage_off', pricing_value: '12.5' },
          skus: [{ extra_charge: '1.00 EUR' }],
        },
        { pricing_effect: 'unchanged', pricing_value: null, skus: [{ extra_charge: null }] },
      ]);
    });

    test('whose line somebody else has changed shows both values, and is replaced only if saved again', async () => {
      const owner = await anOwnerWith();
      const path = await linePathOf(owner);
      const [one, two] = [await owner.browser.open(path), await owner.browser.open(path)];
      await save(owner.browser, one, { effect: 'price_off', value: '1.00' });
      const refused = await save(owner.browser, two, { effect: 'percentage_off', value: '10' });
      expect(refused.status).toBe(409);
      for (const text of ['It is now “Amount off”', 'It is now “1.00 EUR”', 'value="10"'])
        expect(refused.html).toContain(text);
      expect((await catalogOf(owner)).deals[0].lines[0]).toMatchObject({ pricing_value: '1.00 EUR' });
      await save(owner.browser, refused, { effect: 'percentage_off', value: '10' });
      expect((await catalogOf(owner)).deals[0].lines[0]).toMatchObject({
        ...{ pricing_effect: 'percentage_off', pricing_value: '10' },
      });
    });

    test.each([
      [{ value: 'x' }, 'must be an amount such as 9.50'],
      [{ effect: 'percentage_off', value: 'x' }, 'must be a number such as 10'],
      [{ effect: 'percentage_off', value: '101' }, 'must be a decimal string from'],
      [{ effect: 'half' }, 'must be chosen'],
      [{ extra_0: '-1' }, 'must be an amount such as 9.50'],
    ] as [Record<string, string>, string][])('with a line of %j is refused', async (fields, fault) => {
      const owner = await anOwnerWith();
      const refused = await save(owner.browser, await owner.browser.open(await linePathOf(owner)), fields);
      expect([refused.status, refused.html.includes(fault)]).toEqual([422, true]);
      expect(await catalogOf(owner)).toEqual(owner.menu.data);
    });
  });

  test('a category gets another name and description', async () => {
    const owner = await anOwnerWith();
    const path = `${owner.path}/categories/${owner.menu.data.categories[1].id}`;
    await save(owner.browser, await owner.browser.open(path), { name: 'Pizze', description: '' });
    expect((await catalogOf(owner)).categories[1]).toMatchObject({ name: 'Pizze', description: null });
    expect((await owner.browser.open(owner.path)).html).toContain('Pizze');
  });

  describe('other prices', () => {
    const skuPrices = (owner: Owner) => `${pathOf(owner)}/skus/${owner.menu.data.products[0].skus[0].id}/prices`;

    test('of a size are changed, removed and added', async () => {
      const owner = await anOwnerWith();
      const page = await owner.browser.open(skuPrices(owner));
      expect(page.html).toContain('Mon, Tue, Wed, Thu and Fri, until 14:30');
      const added = { new_price: '8', day_6: '6', start_time: '18:00', end_date: '2026-12-31', variant_0: 'terrace' };
      await save(owner.browser, page, { price_0: '7,00', ...empty, ...added });
      const [lunch, evening] = [
        { price: '7.00 EUR', dow: '12345--', end_time: '14:30' },
        { price: '8.00 EUR', variant_refs: ['terrace'], dow: '-----6-', start_time: '18:00', end_date: '2026-12-31' },
      ];
      expect((await catalogOf(owner)).products[0].skus[0].price_overrides).toEqual([lunch, evening]);
      await save(owner.browser, await owner.browser.open(skuPrices(owner)), { ...empty, remove_0: 'on' });
      expect((await catalogOf(owner)).products[0].skus[0].price_overrides).toEqual([evening]);
    });

    test('of an option are added', async () => {
      const owner = await anOwnerWith();
      const page = await owner.browser.open(`${optionPathOf(owner)}/prices`);
      const saved = await save(owner.browser, page, { ...empty, new_price: '0.20', day_7: '7' });
      expect(saved.html).toContain('Sun');
      expect((await catalogOf(owner)).option_lists[0].options[0].price_overrides).toEqual([
        { price: '0.20 EUR', dow: '------7' },
      ]);
    });

    test('that somebody else has changed show what they are now, and what was typed', async () => {
      const owner = await anOwnerWith();
      const [one, two] = [await owner.browser.open(skuPrices(owner)), await owner.browser.open(skuPrices(owner))];
      await save(owner.browser, one, { ...empty, price_0: '7.10' });
      const refused = await save(owner.browser, two, { ...empty, price_0: '7.20' });
      expect([refused.status, refused.html.includes('It is now “7.10 EUR”')]).toEqual([409, true]);
      expect(refused.html).toContain('value="7.20"');
      expect((await catalogOf(owner)).products[0].skus[0].price_overrides).toMatchObject([{ price: '7.10 EUR' }]);
    });

    const empty = { new_price: '', start_time: '', end_time: '', start_date: '', end_date: '' };

    test.each([
      [{ new_price: '5' }, 'needs a price and at least one day, time, date or variant'],
      [{ day_1: '1' }, 'must be an amount such as 9.50'],
      [{ new_price: '5', start_time: '7pm' }, 'must be a time of day'],
      [{ new_price: '5', start_date: 'soon' }, 'date'],
      [{ new_price: '5', variant_0: 'garden' }, 'is not the ref of a variant'],
      [{ price_0: 'x' }, 'must be an amount such as 9.50'],
    ] as [Record<string, string>, string][])('with %j are refused', async (fields, fault) => {
      const owner = await anOwnerWith();
      const page = await owner.browser.open(skuPrices(owner));
      const refused = await save(owner.browser, page, { ...empty, ...fields });
      expect([refused.status, refused.html.includes(fault)]).toEqual([422, true]);
      expect(await catalogOf(owner)).toEqual(owner.menu.data);
    });

    test('that nobody has shown change nothing', async () => {
      const owner = await anOwnerWith();
      const page = await owner.browser.open(skuPrices(owner));
      const sent = await owner.browser.send(page, { ...empty, shown: '{"rules":"[[{"}', new_price: '5', day_1: '1' });
      expect(sent.status).toBe(409);
      expect(await catalogOf(owner)).toEqual(owner.menu.data);
    });
  });
});

/** Menus as CSV files (docs/api/back-office.md#menus). */
describe('files of menus', () => {
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

    test('opens without a question in the spreadsheets of the reader, and is read again', async () => {
      const body = aCatalog() as any;
      Object.assign(body.data.products[0], { name: `'=1, "Pizza";-2`, description: 'Ham,=1+1\t@a\n＝b' });
      const owner = await anOwnerWith(body);
      const german = openBrowser(all.hub, { 'accept-language': 'de-DE' });
      for (const [name, value] of owner.browser.cookies) german.cookies.set(name, value);
      const file = await exported({ ...owner, browser: german });
      expect(file).toContain('ref;name;description;size_ref;size;price\r\n');
      expect(file).toContain(`margherita;"''=1, ""Pizza"";'-2";"Ham,'=1+1\t'@a\n'＝b";margherita-s;Small;9.00\r\n`);
      expect((await preview(owner, file)).html).toContain('The file says what the menu says already.');
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
      expect((await catalogOf(owner)).products).toMatchObject([
        { name: 'Marinara' },
        { skus: [{ price: '3.20 EUR' }] },
      ]);
      await all.catalog.untilSent();
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
      const shown = await preview(
        owner,
        'ref;size_ref;price\r\ncola;cola-33;"3,20"\r\nmargherita;margherita-s;9,00\r\n',
      );
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

    const zipped = (text: string) => gzipSync(text).toString('base64');

    test.each([
      ['no changes', 'x', 400],
      ['nothing', '', 400],
      ['a million levels', zipped(`${'['.repeat(1_000_000)}${']'.repeat(1_000_000)}`), 400],
      ['more than may be unpacked', zipped(`[${' '.repeat(5_000_000)}]`), 400],
    ])('confirmed with %s is refused', async (_what, changes, status) => {
      const owner = await anOwnerWith();
      const page = await owner.browser.open(`${owner.path}/import`);
      const token = hiddenFields(page);
      const refused = await owner.browser.send(page, { ...token, changes }, `${owner.path}/import/confirm`);
      expect(refused.status).toBe(status);
    });
  });
});

describe('the next morning', () => {
  const inParis = (now: string, cutoff = '06:00') => nextMorning(new Date(now), 'Europe/Paris', cutoff).toISOString();

  describe('tomorrow begins at the next cutoff time', () => {
    test.each([
      ['in the evening', '2026-07-01T20:00:00+02:00', '2026-07-02T04:00:00.000Z'],
      ['after midnight', '2026-07-02T01:30:00+02:00', '2026-07-02T04:00:00.000Z'],
      ['at the cutoff time', '2026-07-02T06:00:00+02:00', '2026-07-03T04:00:00.000Z'],
      ['half an hour before it: not in half an hour', '2026-07-02T05:30:00+02:00', '2026-07-03T04:00:00.000Z'],
      ['an hour before it', '2026-07-02T05:00:00+02:00', '2026-07-02T04:00:00.000Z'],
      ['in the night in which clocks go forward', '2026-03-28T22:00:00+01:00', '2026-03-29T04:00:00.000Z'],
      ['in the night in which clocks go back', '2026-10-24T22:00:00+02:00', '2026-10-25T05:00:00.000Z'],
    ])('%s', (_when, now, morning) => expect(inParis(now)).toBe(morning));

    test('that is shown twice, and has been shown once: on the next day', () => {
      expect(inParis('2026-10-25T01:45:00+02:00', '02:30')).toBe('2026-10-26T01:30:00.000Z');
    });

    test('that is skipped: at the first moment after it', () => {
      expect(inParis('2026-03-28T22:00:00+01:00', '02:30')).toBe('2026-03-29T01:00:00.000Z');
    });

    test('that is midnight', () => {
      expect(inParis('2026-07-01T20:00:00+02:00', '00:00')).toBe('2026-07-01T22:00:00.000Z');
    });

    test('in a timezone with an offset of minutes', () => {
      expect(nextMorning(new Date('2026-07-01T20:00:00Z'), 'Asia/Kathmandu', '06:00').toISOString()).toBe(
        '2026-07-02T00:15:00.000Z',
      );
    });
  });
});

/** What owners read in the audit of changes of their menus (docs/api/back-office.md#audit). */
describe('changes of menus in the audit', () => {
  const { anOwnerWith } = openMenuTests(() => all);

  const withoutMarkup = (html: string) => html.replaceAll(/<[^>]+>/g, '');

  /** The sentences on a page, newest first. */
  const sentencesIn = (html: string) =>
    [...html.matchAll(/<\/small><\/p><p>(.*?)<\/p>/gs)].map(([, text = '']) => withoutMarkup(text));

  const linesIn = (html: string) =>
    [...html.matchAll(/<li>((?:(?!<p>).)*?)<\/li>/gs)].map(([, text = '']) => withoutMarkup(text));

  /** Delivers to auth what catalog has sent, once there are `count` messages of the account. */
  async function deliver({ account }: Owner, count: number) {
    const sent = await eventually(() => {
      const messages = all.catalog.published.filter(({ topic, key }) => topic === 'audit' && key === account.id);
      return messages.length >= count && messages;
    });
    await all.hub.send(
      ...sent.map((message) => ({ ...message, version: 1, body: JSON.parse(message.body) as unknown })),
    );
  }

  const audit = async ({ browser, account }: Pick<Owner, 'browser' | 'account'>, query = '') =>
    (await browser.open(`/back-office/accounts/${account.id}/audit${query}`)).html;

  describe('a change of a menu', () => {
    test('is one sentence: who changed what of which part, from what to what', async () => {
      const owner = await anOwnerWith();
      const list = partPathOf(owner, 'option_lists');
      const { browser } = await aMember(all.hub, owner.location.id, 'manager');
      await save(browser, await browser.open(list), { price_0: '0.60' });
      await save(owner.browser, await owner.browser.open(list), { max: '' });
      await save(owner.browser, await owner.browser.open(partPathOf(owner, 'deals')), { name: 'Midday' });
      const sku = `${pathOf(owner)}/skus/${owner.menu.data.products[0].skus[0].id}`;
      await save(owner.browser, await owner.browser.open(sku), { enabled: 'off' });
      await save(owner.browser, await owner.browser.open(sku), { variants: 'some' });
      await deliver(owner, 5);
      const { html } = await owner.browser.open(`/back-office/accounts/${owner.account.id}/audit?what=menu`);
      expect(sentencesIn(html)).toEqual([
        'The owner changed the size Small of Margherita in the menu Menu: variants that it is for.',
        'The owner changed the size Small of Margherita in the menu Menu: turned off.',
        'The owner changed the deal Lunch in the menu Menu: name from Lunch to Midday.',
        'The owner changed the option list Toppings in the menu Menu: greatest number of choices from 2 to nothing.',
        expect.stringMatching(
          /^.+ changed the option Olives of Toppings in the menu Menu: price from 0.50 EUR to 0.60 EUR.$/,
        ),
      ]);
      expect(sentencesIn(html)[4]).not.toMatch(/^The owner/);
    });

    test('of several fields is one entry, with a line for each', async () => {
      const owner = await anOwnerWith();
      const page = await owner.browser.open(pathOf(owner));
      await save(owner.browser, page, { name: 'Marinara', price_0: '9.50', description: 'No cheese' });
      await deliver(owner, 1);
      const html = await audit(owner, '?what=menu');
      expect(sentencesIn(html)).toEqual(['The owner changed 3 values of the menu Menu.']);
      expect(linesIn(html)).toEqual(
        expect.arrayContaining([
          'the product Margherita: name from Margherita to Marinara',
          'the product Marinara: description from nothing to No cheese',
          'the size Small of Marinara: price from 9.00 EUR to 9.50 EUR',
        ]),
      );
    });

    test('is in the language of the reader, and in nobody else’s audit', async () => {
      const [owner, stranger] = [await anOwnerWith(), await anOwnerWith()];
      await save(owner.browser, await owner.browser.open(partPathOf(owner, 'option_lists')), { price_0: '0.60' });
      await deliver(owner, 1);
      const german = openBrowser(all.hub, { 'accept-language': 'de' });
      const { email, password } = owner.given;
      await german.send(await german.open('/back-office/log-in'), { email, password });
      expect(sentencesIn(await audit({ ...owner, browser: german }, '?what=menu'))).toEqual([
        'Der Inhaber hat auf der Speisekarte Menu die Option Olives von Toppings geändert: Preis von 0.50 EUR auf 0.60 EUR.',
      ]);
      expect(sentencesIn(await audit(stranger, '?what=menu'))).toEqual([]);
    });

    test('that is refused, or changes nothing, has no entry', async () => {
      const owner = await anOwnerWith();
      const path = partPathOf(owner, 'option_lists');
      const [one, two] = [await owner.browser.open(path), await owner.browser.open(path)];
      await save(owner.browser, one, { price_0: '0.60' });
      expect((await save(owner.browser, two, { price_0: '0.70' })).status).toBe(409);
      expect((await save(owner.browser, await owner.browser.open(path), {})).html).toContain('Nothing has changed.');
      await deliver(owner, 1);
      expect(sentencesIn(await audit(owner, '?what=menu'))).toHaveLength(1);
    });

    test('with odd details of a later release breaks nothing', async () => {
      const owner = await anOwnerWith();
      const change = (details: object, at: number) => ({
        ...{ id: `zz${owner.account.id}${at}`, topic: 'audit' as const, key: owner.account.id, version: 1 },
        body: {
          ...{ at: new Date().toISOString(), actor_id: owner.user.id, actor_name: null, address: null },
          ...{ action: 'catalog.update', account_id: owner.account.id, subject_id: owner.menu.id, details },
        },
      });
      const odd = { kind: 'robot', field: 'dance', part: ['R2'], before: 1, after: 2 };
      await all.hub.send(
        change({ name: 'Menu', count: 1, changes: [odd] }, 1),
        change({ name: 'Menu', count: 2, changes: [7, null, { ...odd, part: 'R2' }] }, 2),
        change({ name: 'Menu' }, 3),
      );
      expect(sentencesIn(await audit(owner, '?what=menu'))).toEqual([
        'The owner changed 0 values of the menu Menu.',
        'The owner changed 2 values of the menu Menu.',
        'The owner changed R2 in the menu Menu: dance from 1 to 2.',
      ]);
    });
  });
});
