/** Catalogs for the API document. */
import type { z } from 'zod';
import type { catalogUpload } from './upload.schema.ts';

type Example = z.input<typeof catalogUpload>;

/** A catalog with parts of every kind. */
export const menu: Example = {
  name: 'Menu',
  data: {
    variants: [{ ref: 'terrace', name: 'On the terrace' }],
    categories: [
      { ref: 'food', name: 'Food' },
      { ref: 'pizzas', parent_ref: 'food', name: 'Pizzas', description: 'From a wood oven', tags: ['hot'] },
      { ref: 'drinks', name: 'Drinks' },
    ],
    products: [
      {
        ref: 'margherita',
        category_ref: 'pizzas',
        name: 'Margherita',
        tax_rate: { delivery: '5.5', collection: '5.5', eat_in: '10' },
        skus: [
          {
            ref: 'margherita-s',
            name: 'Small',
            price: '9.00 EUR',
            price_overrides: [{ price: '7.50 EUR', dow: '12345--', end_time: '14:30' }],
            option_list_refs: ['toppings'],
            barcodes: ['12345678'],
            custom_fields: { kitchen: 'oven 2' },
          },
          { ref: 'margherita-l', name: 'Large', price: '12.00 EUR', restrictions: { variant_refs: ['terrace'] } },
        ],
      },
      { ref: 'cola', category_ref: 'drinks', name: 'Cola', skus: [{ ref: 'cola-33', price: '3.00 EUR' }] },
    ],
    option_lists: [
      {
        ref: 'toppings',
        name: 'Toppings',
        max_selections: 2,
        options: [
          { ref: 'olives', name: 'Olives', price: '0.50 EUR', default: true },
          { ref: 'basil', name: 'Basil', price: '0.00 EUR' },
        ],
      },
    ],
    deals: [
      {
        ref: 'lunch',
        category_ref: 'food',
        name: 'Lunch',
        restrictions: { max_per_order: 2 },
        lines: [
          { skus: [{ ref: 'margherita-s' }], pricing_effect: 'fixed_price', pricing_value: '8.00 EUR', label: 'Pizza' },
          {
            skus: [{ ref: 'cola-33', extra_charge: '0.50 EUR' }],
            pricing_effect: 'percentage_off',
            pricing_value: '50',
          },
        ],
      },
    ],
    discounts: [
      {
        ref: 'welcome',
        name: 'Welcome',
        coupon_codes: ['HELLO'],
        pricing_effect: 'price_off',
        pricing_value: '2.00 EUR',
      },
    ],
    charges: [{ ref: 'bag', name: 'Bag', type: 'other', price: '0.10 EUR' }],
  },
};

/** The examples of an endpoint. Their names differ, because names are unique in an account and its locations. */
export const catalogExamples = (of: string) => ({
  empty: { name: `Catalog of ${of}` } satisfies Example,
  menu: { ...menu, name: `Menu of ${of}` },
});
