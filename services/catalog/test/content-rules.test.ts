/** The rules of a catalog's content, each with the field that a body is refused for. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { aCaller } from '@order-hub/testing/call';
import { aCatalog, createCatalog } from './builders.ts';
import { startTestCatalog, type TestCatalog } from './service.ts';

let catalog: TestCatalog;
beforeAll(async () => {
  catalog = await startTestCatalog();
});
afterAll(() => catalog.close());

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
  'docs/api/catalogs.md#nutrition': [
    ['nutrition is an object', 'data.products.0.nutrition', ['x']],
    ['… of at most 8,192 bytes', 'data.products.0.nutrition', { text: 'x'.repeat(8_192) }],
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
    ['custom fields are an object', `${sku}.custom_fields`, []],
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
    ['multiple_selection is a boolean', 'data.option_lists.0.multiple_selection', 'yes'],
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
    ['… on the clock', `${other}.restrictions.end_time`, '24:00'],
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
  expect(answer.body.errors).toEqual([{ field: `${other}.name`, message: expect.stringContaining('only one sku') }]);
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
  expect([status, body.errors[0]]).toEqual([422, { field: 'data', message: 'must have at most 100,000 parts' }]);
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
