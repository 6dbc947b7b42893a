import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { newId } from '@order-hub/shared/ids';
import { aCaller, type TestCaller } from '@order-hub/testing/call';
import { sized } from '@order-hub/testing/extent';
import { expectDocumented, mutated, strangeValue } from '@order-hub/testing/mutations';
import fc from 'fast-check';
import { catalogView } from '../src/catalogs/catalog.schema.ts';
import { listPartRows } from '../src/parts/part.store.ts';
import { aCatalog, aLongCatalog, type CatalogBody, createCatalog } from './builders.ts';
import { startTestCatalog, type TestCatalog } from './service.ts';

let catalog: TestCatalog;
beforeAll(async () => {
  catalog = await startTestCatalog();
});
afterAll(() => catalog.close());

/** The rules of a catalog's content, each with the field that a body is refused for. */
describe('the rules of content', () => {
  /** A body with another value at a path; undefined removes the field. */
  function changed(path: string, value: unknown): unknown {
    const body: unknown = aCatalog();
    const names = path.split('.');
    const last = names.pop() ?? '';
    const parent = names.reduce<any>((at, name) => at[name], body);
    // JSON leaves out what is undefined.
    parent[last] = value;
    return body;
  }

  const sku = 'data.products.0.skus.0';

  const other = 'data.products.0.skus.1';

  const option = 'data.option_lists.0.options.0';

  const line = 'data.deals.0.lines.0';

  const tooLong = 'x'.repeat(1_001);

  const many = Array.from({ length: 1_001 }, () => 'x');

  const twoDefaults = ['a', 'b'].map((ref) => ({ ref, name: ref, price: '0.00 EUR', default: true }));

  type Rule = [rule: string, path: string, value: unknown, field?: string];

  const refused: Record<string, Rule[]> = {
    'docs/api/catalogs.md#catalogs': [
      ['a catalog has a name', 'name', undefined],
      ['… a text', 'name', 1],
      ['… that is not empty', 'name', ' '],
      ['… of at most 255 characters', 'name', 'x'.repeat(256)],
      ['… without control characters', 'name', 'a\u0007b'],
      ['… nor those of text direction', 'name', 'a\u202eb'],
      ['data is an object', 'data', []],
      ['data has no other field', 'data.options_lists', [], 'data.options_lists'],
      ['… whatever its value', 'data.items', null, 'data.items'],
    ],
    'docs/api/catalogs.md#catalog-content': [
      ['each kind is an array', 'data.products', {}],
      ['… of objects', 'data.products', [1], 'data.products.0'],
      ['amounts are in the currency of the account', `${sku}.price`, '9.00 USD'],
      ['… those of options too', `${option}.price`, '9.00 USD'],
      ['… those of price overrides too', `${sku}.price_overrides.0.price`, '9.00 USD'],
      [
        '… those of conditions too',
        'data.charges.0.restrictions',
        { min_order_amount: '1.00 USD' },
        'data.charges.0.restrictions.min_order_amount',
      ],
      ['… those of deals too', `${line}.pricing_value`, '8.00 USD'],
      ['… extra charges too', 'data.deals.0.lines.1.skus.0.extra_charge', '8.00 USD'],
      ['… those of discounts too', 'data.discounts.0.pricing_value', '8.00 USD'],
      ['… those of charges too', 'data.charges.0.price', '8.00 USD'],
    ],
    'docs/api/catalogs.md#variants': [
      ['a variant has a ref', 'data.variants.0.ref', undefined],
      ['… and a name', 'data.variants.0.name', null],
      ['its ref is unique', 'data.variants.1', { ref: 'terrace', name: 'b' }, 'data.variants.1.ref'],
      ['its name has at most 1,000 characters', 'data.variants.0.name', tooLong],
    ],
    'docs/api/catalogs.md#categories': [
      ['a category has a ref', 'data.categories.0.ref', null],
      ['… and a name', 'data.categories.0.name', undefined],
      ['its ref is unique', 'data.categories.2.ref', 'food'],
      ['its parent is there', 'data.categories.1.parent_ref', 'nowhere'],
      ['it is not within itself', 'data.categories.0.parent_ref', 'food'],
      ['… nor over others', 'data.categories.0.parent_ref', 'pizzas'],
      ['its description has at most 10,000 characters', 'data.categories.0.description', 'x'.repeat(10_001)],
      ['its tags are texts', 'data.categories.0.tags', [1], 'data.categories.0.tags.0'],
      ['… at most 1,000', 'data.categories.0.tags', many],
      ['its images are images of the catalog', 'data.categories.0.image_ids', ['x'], 'data.categories.0.image_ids.0'],
    ],
    'docs/api/catalogs.md#products': [
      ['a product has a category', 'data.products.0.category_ref', undefined],
      ['… that is there', 'data.products.0.category_ref', 'nowhere'],
      ['it has a name', 'data.products.0.name', undefined],
      ['it has skus', 'data.products.0.skus', undefined],
      ['… at least one', 'data.products.0.skus', []],
      ['its images are images of the catalog', 'data.products.0.image_ids', ['x'], 'data.products.0.image_ids.0'],
    ],
    'docs/api/catalogs.md#tax-rates': [
      ['all three keys are there', 'data.products.0.tax_rate.eat_in', undefined],
      ['each is a decimal', 'data.products.0.tax_rate.delivery', '5,5'],
    ],
    'docs/api/catalogs.md#skus': [
      ['names are unique within the product', `${other}.name`, 'Small'],
      ['a sku has a price', `${sku}.price`, undefined],
      ['… an amount', `${sku}.price`, '9 EUR'],
      ['option lists are there', `${sku}.option_list_refs.0`, 'nowhere'],
      ['barcodes are texts', `${sku}.barcodes.0`, 12345678],
      ['… of digits', `${sku}.barcodes.0`, '1234567x'],
      ['… 8, 12 or 13', `${sku}.barcodes.0`, '123456789'],
      ['… and not 11', `${sku}.barcodes.0`, '12345678901'],
      ['custom fields are an object', `${sku}.custom_fields`, [1]],
      ['… of at most 8,192 bytes', `${sku}.custom_fields`, { text: 'x'.repeat(8_192) }],
    ],
    'docs/api/catalogs.md#option-lists': [
      ['an option list has a ref', 'data.option_lists.0.ref', undefined],
      ['it has a name', 'data.option_lists.0.name', undefined],
      ['its numbers are integers', 'data.option_lists.0.min_selections', 0.5],
      ['… not negative', 'data.option_lists.0.min_selections', -1],
      [
        'the larger one is not the smaller one',
        'data.option_lists.0.min_selections',
        3,
        'data.option_lists.0.max_selections',
      ],
      [
        'no more are chosen at first than may be chosen',
        'data.option_lists.0.max_selections',
        0,
        'data.option_lists.0.options',
      ],
      ['its type is known', 'data.option_lists.0.type', 'some'],
      [
        '… and decides how many may be chosen at first',
        'data.option_lists.0',
        { ref: 'toppings', name: 'T', type: 'single', max_selections: 2, options: twoDefaults },
        'data.option_lists.0.options',
      ],
      ['it has options', 'data.option_lists.0.options', []],
    ],
    'docs/api/catalogs.md#options': [
      ['an option has a name', `${option}.name`, undefined],
      ['its price is an amount', `${option}.price`, '1 EUR'],
      ['its default is a boolean', `${option}.default`, 'yes'],
    ],
    'docs/api/catalogs.md#deals': [
      ['a deal has a name', 'data.deals.0.name', undefined],
      ['its category is there', 'data.deals.0.category_ref', 'nowhere'],
      ['it has lines', 'data.deals.0.lines', []],
      ['a line has skus', `${line}.skus`, []],
      ['… by their ref', `${line}.skus.0.ref`, null],
      ['… that are there', `${line}.skus.0.ref`, 'nowhere'],
      ['it has an effect', `${line}.pricing_effect`, undefined],
      ['… a known one', `${line}.pricing_effect`, 'free'],
      ['unchanged has no value', `${line}.pricing_effect`, 'unchanged', `${line}.pricing_value`],
      ['a fixed price has an amount', `${line}.pricing_value`, '50'],
      ['a percentage is a decimal', 'data.deals.0.lines.1.pricing_value', '1.00 EUR'],
      ['… up to 100', 'data.deals.0.lines.1.pricing_value', '100.1'],
      ['… from 0', 'data.deals.0.lines.1.pricing_value', '-1'],
      ['its images are images of the catalog', 'data.deals.0.image_ids', ['x'], 'data.deals.0.image_ids.0'],
    ],
    'docs/api/catalogs.md#discounts': [
      ['a discount has a name', 'data.discounts.0.name', undefined],
      ['its effect takes something off', 'data.discounts.0.pricing_effect', 'fixed_price'],
      ['its value fits', 'data.discounts.0.pricing_effect', 'percentage_off', 'data.discounts.0.pricing_value'],
      ['its value is there', 'data.discounts.0.pricing_value', null],
      ['its images are images of the catalog', 'data.discounts.0.image_ids', ['x'], 'data.discounts.0.image_ids.0'],
    ],
    'docs/api/catalogs.md#charges': [
      ['a charge has a name', 'data.charges.0.name', undefined],
      ['its type is known', 'data.charges.0.type', 'toll'],
      ['… and there', 'data.charges.0.type', null],
    ],
    'docs/api/catalogs.md#restrictions': [
      ['variants are there', `${other}.restrictions.variant_refs.0`, 'nowhere'],
      ['enabled is a boolean', `${other}.restrictions.enabled`, 1],
      ['days have their places', `${other}.restrictions.dow`, '123--45'],
      ['times of day are HH:MM', `${other}.restrictions.start_time`, '8:00'],
      ['… on the clock', `${other}.restrictions.end_time`, '24:01'],
      ['days are days', `${other}.restrictions.start_date`, '2026-02-30'],
      [
        'service types are known',
        `${other}.restrictions.service_types`,
        ['post'],
        `${other}.restrictions.service_types.0`,
      ],
      ['counts are integers', `${other}.restrictions.max_per_order`, '1'],
      ['… not negative', `${other}.restrictions.max_per_customer`, -1],
    ],
    'docs/api/catalogs.md#price-overrides': [
      ['a rule has a price', `${sku}.price_overrides.0.price`, undefined],
      ['… and a condition', `${sku}.price_overrides.0`, { price: '1.00 EUR', dow: null }],
      ['a condition that is an array holds something', `${sku}.price_overrides.0.variant_refs`, []],
      ['… each once', `${sku}.price_overrides.0.variant_refs`, ['terrace', 'terrace']],
      [
        '… that is there',
        `${option}.price_overrides`,
        [{ price: '1.00 EUR', variant_refs: ['x'] }],
        `${option}.price_overrides.0.variant_refs.0`,
      ],
    ],
  };

  describe.each(Object.entries(refused))('%s: 422 unless', (_heading, rules) => {
    test.each(rules)('%s', async (_rule, path, value, field = path) => {
      const { status, body } = await createCatalog(catalog, aCaller(), changed(path, value));
      expect({ status, fields: body.errors?.map((fault: { field: string }) => fault.field) }).toEqual({
        status: 422,
        fields: expect.arrayContaining([field]),
      });
    });
  });

  /** A rule that computes with several fields must not run, and throw, while one of them is malformed. */
  const malformed: Rule[] = [
    ['a name that is a number', 'name', 1],
    ['an amount in a price override', `${sku}.price_overrides.0.price`, 'abc'],
    ['days in a price override', `${sku}.price_overrides.0.dow`, 'abc'],
    [
      'texts in a list of unique texts',
      `${sku}.price_overrides.0.variant_refs`,
      [1, 1],
      `${sku}.price_overrides.0.variant_refs.0`,
    ],
    ['a number of selections', 'data.option_lists.0.max_selections', 'abc'],
    ['an option among the options', `${option}.default`, 'abc'],
    ['a price among the options', `${option}.price`, 'abc'],
    ['a percentage', 'data.deals.0.lines.1.pricing_value', 'abc'],
    ['a percentage above 100', 'data.deals.0.lines.1.pricing_value', 100.5],
    ['a percentage of 25 digits', 'data.deals.0.lines.1.pricing_value', '1'.repeat(25)],
    ['a fixed price', `${line}.pricing_value`, 'abc'],
    ['an extra charge', 'data.deals.0.lines.1.skus.0.extra_charge', 'abc'],
    ['an effect', `${line}.pricing_effect`, 'abc'],
    ['an amount of a discount', 'data.discounts.0.pricing_value', 'abc'],
    ['a condition of a discount', 'data.discounts.0.restrictions', { dow: 'abc' }, 'data.discounts.0.restrictions.dow'],
  ];

  test.each(malformed)('malformed: %s', async (_rule, path, value, field = path) => {
    const { status, body } = await createCatalog(catalog, aCaller(), changed(path, value));
    expect(status).toBe(422);
    expect(body.errors.map((fault: { field: string }) => fault.field)).toContain(field);
  });

  const accepted: Rule[] = [
    ['null for data', 'data', null],
    ['null for a collection', 'data.deals', null],
    ['no deals', 'data.deals', undefined],
    ['null for an optional text', 'data.products.0.ref', null],
    ['an unknown field', 'data.products.0.colour', 'red'],
    ['a null condition', `${other}.restrictions.dow`, null],
    ['one sku without a name', `${sku}.name`, null],
    ['barcodes of 12 and 13 digits', `${sku}.barcodes`, ['123456789012', '1234567890123']],
    ['no variant at all', `${other}.restrictions.variant_refs`, []],
    ['a charge that varies', 'data.charges.0.price', null],
    ['two products with the same ref', 'data.products.1.ref', 'margherita'],
    ['no limit', 'data.option_lists.0.max_selections', null],
    ['a percentage of 100', 'data.deals.0.lines.1.pricing_value', '100'],
  ];

  test.each(accepted)('accepted: %s', async (_rule, path, value) => {
    expect((await createCatalog(catalog, aCaller(), changed(path, value))).status).toBe(200);
  });

  test('two skus of a product without a name: the fault is at the second one', async () => {
    const body = aCatalog();
    for (const unnamed of body.data?.products?.[0]?.skus ?? []) unnamed.name = null;
    const answer = await createCatalog(catalog, aCaller(), body);
    expect(answer.body.errors).toEqual([
      { field: `${other}.name`, message: expect.stringContaining('only one sku'), code: 'missing' },
    ]);
  });

  test('reports faults of the schema and faults between parts together', async () => {
    const body = aCatalog() as any;
    body.name = 3;
    body.data.products[0].category_ref = 'nowhere';
    body.data.products[1].skus[0].price = 3;
    body.data.categories[2].ref = 'food';
    const { status, body: answer } = await createCatalog(catalog, aCaller(), body);
    expect(status).toBe(422);
    expect(answer.errors.map((fault: { field: string }) => fault.field).sort()).toEqual([
      'data.categories.2.ref',
      'data.products.0.category_ref',
      'data.products.1.category_ref',
      'data.products.1.skus.0.price',
      'name',
    ]);
  });

  test('reports the faults of parts also when another field is no list, in an update too', async () => {
    const shop = aCaller();
    const { id } = (await createCatalog(catalog, shop)).body;
    const body = { name: 'x', data: { variants: [1], charges: {} } };
    const answers = [
      await createCatalog(catalog, shop, body),
      await catalog.call(`PUT /catalogs/${id}`, { as: shop, body }),
    ];
    for (const { status, body: answer } of answers) {
      const fields = answer.errors.map((fault: { field: string }) => fault.field);
      expect([status, fields.sort()]).toEqual([422, ['data.charges', 'data.variants.0']]);
    }
  });

  test('more than 100 faults: 100 of them, and how many more', async () => {
    const products = Array.from({ length: 150 }, () => ({
      name: 'x',
      category_ref: 'nowhere',
      skus: [{ price: '1.00 EUR' }],
    }));
    const { body } = await createCatalog(catalog, aCaller(), { name: 'x', data: { products } });
    expect([body.errors.length, body.more_errors]).toEqual([100, 50]);
  });

  test('over 100,000 parts: 422', async () => {
    const charges = Array.from({ length: 100_001 }, () => ({ name: 'x', type: 'tip' }));
    const { status, body } = await createCatalog(catalog, aCaller(), { name: 'x', data: { charges } });
    expect([status, body.errors[0]]).toEqual([
      422,
      { field: 'data', message: 'must have at most 100,000 parts', code: 'too_many' },
    ]);
  });

  test.each([
    ['no JSON', '{"name":', 400],
    ['no body', '', 400],
    ['half a surrogate pair', '{"name":"\\ud800"}', 422],
    ['U+0000', '{"name":"\\u0000"}', 422],
    ['a key __proto__', '{"name":"x","data":{"__proto__":{}}}', 422],
    ['deep nesting', `{"name":"x","data":${'['.repeat(40)}${']'.repeat(40)}}`, 422],
    ['too many arrays', `{"name":"x","data":[${'[],'.repeat(1_700_000)}[]]}`, 422],
    ['too many bytes', `{"name":"${'x'.repeat(32 * 1024 * 1024)}"}`, 413],
  ])('%s', async (_name, body, status) => {
    expect((await createCatalog(catalog, aCaller(), body)).status).toBe(status);
  });
});

/** Single parts of a catalog, and lists of them (docs/api/catalogs.md#catalog-parts). */
describe('the parts of a catalog', () => {
  const shop = aCaller();

  let menu: any;
  beforeAll(async () => {
    menu = (await createCatalog(catalog, shop)).body;
  });

  const get = (path: string, as: TestCaller = shop) => catalog.call(`GET /catalogs/${path}`, { as });

  /** All pages of a list. */
  async function pages(path: string, count: number): Promise<any[][]> {
    const found: any[][] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const page = await get(`${path}?count=${count}&cursor=${encodeURIComponent(cursor)}`);
      expect(page.status).toBe(200);
      found.push(page.body);
      cursor = page.headers.get('x-cursor-next');
    }
    return found;
  }

  describe.each(['categories', 'products', 'option_lists', 'deals', 'discounts', 'charges'])('%s', (kind) => {
    test('are listed as the whole catalog shows them, and each is retrieved', async () => {
      const parts = menu.data[kind];
      expect((await get(`${menu.id}/${kind}`)).body).toEqual(parts);
      expect((await pages(`${menu.id}/${kind}`, 1)).flat()).toEqual(parts);
      for (const part of parts) expect((await get(`${menu.id}/${kind}/${part.id}`)).body).toEqual(part);
    });

    test('of an unknown id, of another kind, or of another catalog: 404', async () => {
      const other = (await createCatalog(catalog, aCaller())).body;
      const ofAnotherKind = kind === 'charges' ? menu.data.deals[0].id : menu.data.charges[0].id;
      for (const id of [newId(), ofAnotherKind, other.data[kind][0].id, menu.id]) {
        expect((await get(`${menu.id}/${kind}/${id}`)).status).toBe(404);
      }
      expect((await get(`${newId()}/${kind}`)).status).toBe(404);
      expect((await get(`${other.id}/${kind}/${other.data[kind][0].id}`)).status).toBe(404);
    });

    test('of an empty catalog: an empty list', async () => {
      const empty = (await createCatalog(catalog, shop, { name: newId() })).body;
      const { status, body, headers } = await get(`${empty.id}/${kind}`);
      expect([status, body, headers.get('x-cursor-next')]).toEqual([200, [], null]);
    });
  });

  describe.each([
    ['products', 'skus'],
    ['option_lists', 'options'],
  ])('of %s the %s', (parents, kind) => {
    test('are listed and retrieved', async () => {
      const [parent] = menu.data[parents];
      const path = `${menu.id}/${parents}/${parent.id}/${kind}`;
      expect((await get(path)).body).toEqual(parent[kind]);
      expect((await pages(path, 1)).flat()).toEqual(parent[kind]);
      for (const child of parent[kind]) expect((await get(`${path}/${child.id}`)).body).toEqual(child);
    });

    test('of an unknown parent or id: 404', async () => {
      const [parent] = menu.data[parents];
      const [child] = parent[kind];
      const path = `${menu.id}/${parents}`;
      for (const wrong of [`${newId()}/${kind}`, `${newId()}/${kind}/${child.id}`, `${parent.id}/${kind}/${newId()}`]) {
        expect((await get(`${path}/${wrong}`)).status).toBe(404);
      }
    });
  });

  test('a sku of another product is not found', async () => {
    const [first, second] = menu.data.products;
    expect((await get(`${menu.id}/products/${second.id}/skus/${first.skus[0].id}`)).status).toBe(404);
  });

  test('categories are listed depth first, also when a child was sent before its parent', async () => {
    const sent = ['a1 a', 'b', 'a', 'b1 b', 'a2 a', 'a11 a1', 'b2 b', 'a21 a2'].map((text) => text.split(' '));
    const categories = sent.map(([ref = '', parent_ref]) => ({ ref, name: ref, ...(parent_ref && { parent_ref }) }));
    const { body } = await createCatalog(catalog, shop, { name: 'Tree', data: { categories } });
    const refs = (list: { ref: string }[]) => list.map(({ ref }) => ref);
    expect(refs(body.data.categories)).toEqual(sent.map(([ref]) => ref));
    expect(refs((await pages(`${body.id}/categories`, 3)).flat())).toEqual('b b1 b2 a a1 a11 a2 a21'.split(' '));
  });

  test('a cursor of an earlier version of the catalog is refused: 400', async () => {
    const { body } = await createCatalog(catalog, shop, aLongCatalog('Paged', 250));
    expect((await pages(`${body.id}/products`, 100)).map((page) => page.length)).toEqual([100, 100, 50]);
    const cursor = encodeURIComponent((await get(`${body.id}/products`)).headers.get('x-cursor-next') ?? '');
    await catalog.call(`PUT /catalogs/${body.id}`, { as: shop, body: aLongCatalog('Paged', 251) });
    const { status, body: answer } = await get(`${body.id}/products?cursor=${cursor}`);
    expect([status, answer.message]).toEqual([400, 'The catalog has changed: start again without a cursor']);
    expect((await get(`${body.id}/products?cursor=x`)).status).toBe(400);
  });

  test('after an update, removed parts are not found and the others are', async () => {
    const { body } = await createCatalog(catalog, shop, aCatalog({ name: 'Going' }));
    const next = aCatalog({ name: 'Going' });
    delete next.data?.charges;
    next.data?.products?.pop();
    delete next.data?.deals;
    await catalog.call(`PUT /catalogs/${body.id}`, { as: shop, body: next });
    const [stays, goes] = body.data.products;
    expect((await get(`${body.id}/products`)).body).toEqual([stays]);
    expect((await get(`${body.id}/products/${goes.id}`)).status).toBe(404);
    expect((await get(`${body.id}/charges`)).body).toEqual([]);
    expect((await get(`${body.id}/charges/${body.data.charges[0].id}`)).status).toBe(404);
  });
});

/** Random catalogs never cause a 500, and a refused one changes nothing. */
describe('random catalogs', () => {
  const as = aCaller();

  let id: string;
  beforeAll(async () => {
    id = (await createCatalog(catalog, as)).body.id;
  });

  const strange = strangeValue(
    ...['food', 'terrace', 'toppings', 'cola-33', '1.00 EUR', '12345678', '100', 'single', ['food'], { ref: 'food' }],
  );

  const stored = async () => {
    const { body, headers } = await catalog.call(`GET /catalogs/${id}`, { as });
    return { body, tag: headers.get('etag') };
  };

  test('an update with anything', async () => {
    const outcomes = new Map<number, number>();
    let before = await stored();
    await fc.assert(
      fc.asyncProperty(mutated(aCatalog(), { strange }), async (body) => {
        const answer = await catalog.call(`PUT /catalogs/${id}`, { as, body: JSON.stringify(body) ?? 'null' });
        const { status } = answer;
        expectDocumented(answer, [200, 400, 422]);
        outcomes.set(status, (outcomes.get(status) ?? 0) + 1);
        const after = await stored();
        if (status === 200) {
          expect(answer.body).toEqual(after.body);
          expect(catalogView.strict().parse(answer.body)).toEqual(answer.body);
          before = after;
        } else {
          if (status === 422) expect(answer.body.errors).not.toEqual([]);
          expect(after).toEqual(before);
        }
      }),
      // One in six is accepted: some are, even of the fewest runs.
      { numRuns: sized(100, 400) },
    );
    expect([...outcomes.keys()].sort()).toEqual(expect.arrayContaining([200, 422]));
  });
});

/** Large catalogs and parts (docs/api/limits.md#large-responses). */
describe('large reads', () => {
  const pageBytesMax = 20_000;

  let catalog: TestCatalog;
  beforeAll(async () => {
    catalog = await startTestCatalog({ settings: { PAGE_BYTES_MAX: `${pageBytesMax}` } });
  });

  afterAll(() => catalog.close());

  const categories = [{ ref: 'all', name: 'All' }];

  /** Products of about 4 kB, one of 40 kB, and one with many skus. */
  const heavy: CatalogBody = {
    name: 'Heavy',
    data: {
      categories,
      products: [
        ...Array.from({ length: 30 }, (_, index) => ({
          category_ref: 'all',
          name: `Product ${index}`,
          description: 'x'.repeat(index === 10 ? 9_900 : 4_000),
          skus: [{ name: 'é'.repeat(index === 10 ? 1_000 : 1), price: '1.00 EUR' }],
          tags: index === 10 ? Array.from({ length: 40 }, (__, tag) => `${tag}`.padEnd(800, 'é')) : [],
        })),
        {
          category_ref: 'all',
          name: 'Many skus',
          skus: Array.from({ length: 100 }, (_, index) => ({ name: `${index}`.padEnd(900, 'x'), price: '1.00 EUR' })),
        },
      ],
    },
  };

  /** All pages of a list, each as long as it comes. */
  async function pagesOf(as: TestCaller, path: string): Promise<{ items: any[]; bytes: number }[]> {
    const pages: { items: any[]; bytes: number }[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const route = `GET /catalogs/${path}?cursor=${encodeURIComponent(cursor)}`;
      const { status, body, headers } = await catalog.call(route, { as });
      expect(status).toBe(200);
      pages.push({ items: body, bytes: Buffer.byteLength(JSON.stringify(body)) });
      cursor = headers.get('x-cursor-next');
    }
    return pages;
  }

  describe('a page of large parts ends early, and its cursor leads to the rest', () => {
    const shop = aCaller();
    let body: any;
    beforeAll(async () => {
      body = (await createCatalog(catalog, shop, heavy)).body;
    });

    test('of products', async () => {
      const pages = await pagesOf(shop, `${body.id}/products`);
      expect(pages.flatMap(({ items }) => items)).toEqual(body.data.products);
      // Brackets and commas come on top. A part that is larger than a page has one of its own.
      for (const { items, bytes } of pages) if (items.length > 1) expect(bytes).toBeLessThan(pageBytesMax + 200);
      expect(pages.length).toBeGreaterThan(7);
      expect(pages.some(({ items, bytes }) => items.length === 1 && bytes > pageBytesMax)).toBe(true);
    });

    test('of the skus of a product', async () => {
      const product = body.data.products.at(-1);
      const pages = await pagesOf(shop, `${body.id}/products/${product.id}/skus`);
      expect(pages.flatMap(({ items }) => items)).toEqual(product.skus);
      for (const { bytes } of pages) expect(bytes).toBeLessThan(pageBytesMax + 200);
      expect(pages.length).toBeGreaterThan(4);
    });

    test('and the database reads no more than the page', async () => {
      const key = { account_id: shop.account?.id ?? '', catalog_id: body.id, kind: 'product' } as const;
      const page = await listPartRows(catalog.db, key, { offset: 0, count: 100, version: 1 }, pageBytesMax);
      expect(page.items.join('').length).toBeLessThan(pageBytesMax);
      expect([page.next, page.isCut]).toEqual([`1:${page.items.length}`, true]);
    });
  });

  test('a sku of a product that is larger than a small document is found', async () => {
    const shop = aCaller();
    const skus = Array.from({ length: 1_000 }, (_, index) => ({
      name: `${index}`.padEnd(900, 'x'),
      price: '1.00 EUR',
    }));
    const { body } = await createCatalog(catalog, shop, {
      name: 'Long',
      data: { categories, products: [{ category_ref: 'all', name: 'A', skus }] },
    });
    const [product] = body.data.products;
    const last = product.skus.at(-1);
    const path = `GET /catalogs/${body.id}/products/${product.id}`;
    expect((await catalog.call(`${path}/skus/${last.id}`, { as: shop })).body).toEqual(last);
    expect((await catalog.call(path, { as: shop })).body).toEqual(product);
    expect((await catalog.call(`${path}/skus?count=3`, { as: shop })).body).toEqual(product.skus.slice(0, 3));
  });

  test('a large catalog is retrieved whole, compressed or not', async () => {
    const shop = aCaller();
    // Texts that compress badly: the stored document is larger than a small one.
    const products = Array.from({ length: 100 }, (_, index) => ({
      category_ref: 'all',
      name: `Product ${index}`,
      description: randomBytes(6_000).toString('base64'),
      skus: [{ price: '1.00 EUR' }],
    }));
    const { body } = await createCatalog(catalog, shop, { name: 'Dense', data: { categories, products } });
    const { rows } = await catalog.db.query<{ size: number }>(
      'select octet_length(document) as size from catalog_documents where catalog_id = $1',
      [body.id],
    );
    expect(rows[0]?.size).toBeGreaterThan(262_144);
    for (const encoding of ['gzip', 'identity']) {
      const headers = { 'accept-encoding': encoding };
      expect((await catalog.call(`GET /catalogs/${body.id}`, { as: shop, headers })).body).toEqual(body);
    }
  });
});
