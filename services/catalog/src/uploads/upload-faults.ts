/**
 * Faults between the parts of an uploaded catalog, or between the catalog and its account
 * (docs/api/catalogs.md#catalog-content).
 */
import type { FieldError } from '@order-hub/shared/errors';
import { currencyOf } from '@order-hub/shared/money';
import { cyclesOf } from '../content/category-tree.ts';
import { contentUpload } from '../content/content.schema.ts';
import { similarText } from './similar-text.ts';
import {
  contentIn,
  faultsMax,
  faultsOf,
  partAt,
  partsIn,
  pathOf,
  refIn,
  repetition,
  textIn,
  textsIn,
  type UploadedPart,
} from './uploaded-part.ts';

/** The parts of an upload by kind. */
function partsByKind(content: UploadedPart) {
  const products = partsIn(content, 'products');
  const option_lists = partsIn(content, 'option_lists');
  return {
    variants: partsIn(content, 'variants'),
    categories: partsIn(content, 'categories'),
    products,
    skus: products.flatMap((product) => partsIn(product, 'skus')),
    option_lists,
    options: option_lists.flatMap((list) => partsIn(list, 'options')),
    deals: partsIn(content, 'deals'),
    discounts: partsIn(content, 'discounts'),
    charges: partsIn(content, 'charges'),
  };
}

type Parts = ReturnType<typeof partsByKind>;

const refsOf = (parts: readonly UploadedPart[]) => parts.flatMap((part) => textIn(part, 'ref'));

const fieldsOfContent = Object.keys(contentUpload.shape);

/** Faults of fields that a content does not have: a misspelt one would publish a menu without its parts. */
const unknownFields = (content: UploadedPart): FieldError[] =>
  Object.keys(content.fields)
    .filter((field) => !fieldsOfContent.includes(field))
    .slice(0, faultsMax)
    .map((field) => {
      const meant = similarText(field, fieldsOfContent);
      const hint = meant === undefined ? `it may have ${fieldsOfContent.join(', ')}` : `did you mean ${meant}?`;
      return {
        field: pathOf({ parent: content, key: field }),
        message: `is not a field of ${pathOf(content)}; ${hint}`,
        code: 'unknown_field',
      };
    });

const repeated = (message: string) => ({ message, code: 'repeated' as const });
const notFound = (message: string) => ({ message, code: 'not_found' as const });

/** Faults of refs that must be unique. */
const repeatedRefs = ({ variants, categories, option_lists }: Parts): FieldError[] => [
  ...faultsOf(refsOf(variants), repetition(), repeated('is the ref of another variant')),
  ...faultsOf(refsOf(categories), repetition(), repeated('is the ref of another category')),
  ...faultsOf(refsOf(option_lists), repetition(), repeated('is the ref of another option list')),
];

const unknownIn = (parts: readonly UploadedPart[]) => {
  const known = new Set(refsOf(parts).map(({ text }) => text));
  return (text: string) => !known.has(text);
};

/** Spread, because `flat` takes longer for many parts than everything else here. */
const restrictionsIn = ({ skus, options, deals, discounts, charges }: Parts) =>
  [...skus, ...options, ...deals, ...discounts, ...charges].flatMap((part) => partAt(part, 'restrictions'));
const overridesIn = ({ skus, options }: Parts) =>
  [...skus, ...options].flatMap((part) => partsIn(part, 'price_overrides'));

const linesIn = ({ deals }: Parts) => deals.flatMap((deal) => partsIn(deal, 'lines'));
const skusOfLines = (parts: Parts) => linesIn(parts).flatMap((line) => partsIn(line, 'skus'));

/** Faults of refs to parts that are not in the upload. */
function unknownRefs(parts: Parts): FieldError[] {
  const { categories, products, skus, deals } = parts;
  const isUnknownCategory = unknownIn(categories);
  const inCategories = [
    ...products.flatMap((part) => textIn(part, 'category_ref')),
    ...deals.flatMap((part) => refIn(part, 'category_ref')),
  ];
  const parents = categories.flatMap((category) => refIn(category, 'parent_ref'));
  const lists = skus.flatMap((sku) => textsIn(sku, 'option_list_refs'));
  const variants = [...restrictionsIn(parts), ...overridesIn(parts)].flatMap((rule) => textsIn(rule, 'variant_refs'));
  return [
    ...faultsOf(parents, isUnknownCategory, notFound('is not the ref of a category')),
    ...faultsOf(inCategories, isUnknownCategory, notFound('is not the ref of a category')),
    ...faultsOf(lists, unknownIn(parts.option_lists), notFound('is not the ref of an option list')),
    ...faultsOf(variants, unknownIn(parts.variants), notFound('is not the ref of a variant')),
    ...faultsOf(refsOf(skusOfLines(parts)), unknownIn(skus), notFound('is not the ref of a sku')),
  ];
}

/** Faults of categories that are their own ancestors. */
function cycles({ categories }: Parts): FieldError[] {
  const nodes = categories.flatMap((part) =>
    textIn(part, 'ref').map(({ text: ref }) => ({
      ref,
      parent_ref: refIn(part, 'parent_ref')[0]?.text ?? null,
      part,
    })),
  );
  return cyclesOf(nodes)
    .slice(0, faultsMax)
    .map(({ part }) => ({
      field: pathOf({ parent: part, key: 'parent_ref' }),
      message: 'puts the category within itself',
      code: 'inconsistent',
    }));
}

/** Faults of sku names: unique within a product, where one sku may be without a name (docs/api/catalogs.md#skus). */
function repeatedNames({ products }: Parts): FieldError[] {
  return products.flatMap((product) => {
    const skus = partsIn(product, 'skus');
    const named = skus.flatMap((sku) => textIn(sku, 'name'));
    const [, ...more] = skus.filter(({ fields }) => fields['name'] == null);
    const message = 'must be given: only one sku of a product may be without a name';
    return [
      ...faultsOf(named, repetition(), repeated('is the name of another sku of the product')),
      ...more.map((sku) => ({ field: pathOf({ parent: sku, key: 'name' }), message, code: 'missing' as const })),
    ];
  });
}

/** Faults of amounts in another currency than the account's. */
function foreignAmounts(parts: Parts, currency: string): FieldError[] {
  const { skus, options, discounts, charges } = parts;
  const amounts = [
    ...[...skus, ...options, ...overridesIn(parts), ...charges].flatMap((part) => textIn(part, 'price')),
    ...restrictionsIn(parts).flatMap((part) => textIn(part, 'min_order_amount')),
    ...skusOfLines(parts).flatMap((part) => textIn(part, 'extra_charge')),
    ...[...linesIn(parts), ...discounts].flatMap((part) => textIn(part, 'pricing_value')),
  ];
  const isForeign = (text: string) => / [A-Z]{3}$/.test(text) && currencyOf(text) !== currency;
  return faultsOf(amounts, isForeign, {
    message: `must be in ${currency}, the currency of the account`,
    code: 'wrong_currency',
  });
}

function unknownImages(parts: Parts, imageIds: readonly string[]): FieldError[] {
  const { categories, products, deals, discounts } = parts;
  const known = new Set(imageIds);
  const named = [...categories, ...products, ...deals, ...discounts].flatMap((part) => textsIn(part, 'image_ids'));
  return faultsOf(named, (id) => !known.has(id), notFound('is not the id of an image of this catalog'));
}

/** The number of parts of an upload (docs/api/limits.md#catalog-sizes). */
export const countParts = (body: unknown): number =>
  Object.values(partsByKind(contentIn(body))).reduce((sum, parts) => sum + parts.length, 0);

/** Every fault of an upload that a schema cannot find. */
export function uploadFaults(body: unknown, currency: string, imageIds: readonly string[]): FieldError[] {
  const content = contentIn(body);
  const parts = partsByKind(content);
  return [
    ...unknownFields(content),
    ...repeatedRefs(parts),
    ...unknownRefs(parts),
    ...cycles(parts),
    ...repeatedNames(parts).slice(0, faultsMax),
    ...foreignAmounts(parts, currency),
    ...unknownImages(parts, imageIds),
  ];
}
