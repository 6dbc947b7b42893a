import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { ContentView } from './content.schema.ts';
import { categoryUpload, productUpload } from './parts.schema.ts';
import { openViews } from './content-view.ts';
import { partIds } from './part-ids.ts';

const ref = fc.option(fc.constantFrom('a', 'b', 'c'), { nil: null });
const skus = fc.array(ref, { minLength: 1, maxLength: 4 });
const products = fc.array(fc.record({ ref, skus }), { maxLength: 6 });

/** A content of products with these refs. Their ids are kept from `previous`, or come from `newId`. */
function contentOf(
  given: { ref: string | null; skus: (string | null)[] }[],
  previous: ContentView | null,
  newId: () => string,
): ContentView {
  const refs = { categories: ['all'], option_lists: [] };
  const view = openViews({ refs, currency: 'EUR', idOf: partIds(previous, newId) });
  const products = given.map(({ ref: of, skus: named }) => ({
    ref: of,
    category_ref: 'all',
    name: 'P',
    skus: named.map((sku, index) => ({ ref: sku, name: String(index), price: '1.00 EUR' })),
  }));
  return {
    variants: [],
    categories: [view('categories', categoryUpload.parse({ ref: 'all', name: 'All' }))],
    products: products.map((product) => view('products', productUpload.parse(product))),
    option_lists: [],
    deals: [],
    discounts: [],
    charges: [],
  };
}

/** The owner of each id: the ref of its part and, for a sku, the id of its product. */
const ownersOf = ({ products: all }: ContentView) =>
  new Map(
    all.flatMap((product) => [
      [product.id, `product ${product.ref}`] as const,
      ...product.skus.map((sku) => [sku.id, `sku of ${product.id} ${sku.ref}`] as const),
    ]),
  );

const idsOf = ({ products: all }: ContentView) => all.flatMap(({ id, skus: of }) => [id, ...of.map((sku) => sku.id)]);

function counter() {
  let count = 0;
  return () => `id${(count += 1)}`;
}

test('an id stays with its kind, parent and ref, and is given once', () =>
  fc.assert(
    fc.property(products, products, (before, after) => {
      const newId = counter();
      const previous = contentOf(before, null, newId);
      const next = contentOf(after, previous, newId);
      expect(new Set(idsOf(next)).size).toBe(idsOf(next).length);
      const [owners, nextOwners] = [ownersOf(previous), ownersOf(next)];
      for (const [id, owner] of nextOwners) {
        if (owners.has(id)) expect([owners.get(id), owner.endsWith(' null')]).toEqual([owner, false]);
      }
    }),
  ));

test('as many ids stay as there are parts of the same ref', () =>
  fc.assert(
    fc.property(products, products, (before, after) => {
      const newId = counter();
      const previous = contentOf(before, null, newId);
      const next = contentOf(after, previous, newId);
      const known = new Set(previous.products.map(({ id }) => id));
      for (const shared of ['a', 'b', 'c']) {
        const count = (content: ContentView) => content.products.filter((product) => product.ref === shared).length;
        const kept = next.products.filter((product) => product.ref === shared && known.has(product.id)).length;
        expect(kept).toBe(Math.min(count(previous), count(next)));
      }
    }),
  ));

test('the same parts with refs, in another order, keep all their ids', () =>
  fc.assert(
    fc.property(fc.shuffledSubarray(['a', 'b', 'c', 'd'], { minLength: 4 }), (refs) => {
      const newId = counter();
      const product = (of: string) => ({ ref: of, skus: [of, 'x'] });
      const previous = contentOf(['a', 'b', 'c', 'd'].map(product), null, newId);
      const next = contentOf(refs.map(product), previous, newId);
      expect(ownersOf(next)).toEqual(ownersOf(previous));
    }),
  ));
