/** Typical bodies of requests, for the API document. */
import type { z } from 'zod';
import type { orderCreate, orderUpdate } from './order.schema.ts';

const create: Record<string, z.input<typeof orderCreate>> = {
  collection: {
    status: 'new',
    service_type: 'collection',
    private_ref: 'basket-17',
    items: [
      {
        product_name: 'Margherita',
        price: '9.80 EUR',
        quantity: '2',
        options: [{ option_list_name: 'Size', name: 'Large', price: '2.00 EUR' }],
      },
    ],
  },
  delivery: {
    status: 'new',
    service_type: 'delivery',
    expected_time: '2026-07-01T12:45:00+02:00',
    customer: { first_name: 'Ada', phone: '+33612345678', address_1: '10 rue du Bac', city: 'Paris', country: 'FR' },
    items: [{ product_name: 'Tiramisu', sku_ref: 'TIRA', price: '4.50 EUR', quantity: '1', tax_rate: '10' }],
    charges: [{ name: 'Delivery', ref: 'DELIVERY', price: '2.50 EUR' }],
    discounts: [{ name: 'Welcome', price_off: '1.00 EUR' }],
    payments: [{ name: 'Card', ref: 'CARD', amount: '6.00 EUR' }],
    custom_fields: { table: 12 },
  },
  deal: {
    status: 'accepted',
    service_type: 'eat_in',
    deals: { menu: { name: 'Lunch menu', ref: 'MENU' } },
    items: [
      {
        product_name: 'Espresso',
        price: '0.00 EUR',
        quantity: '1',
        deal_line: { deal_key: 'menu', label: 'Drink', pricing_effect: 'fixed_price', pricing_value: '0.00 EUR' },
      },
    ],
  },
};

const update: Record<string, z.input<typeof orderUpdate>> = {
  accept: { status: 'accepted', confirmed_time: '2026-07-01T12:40:00+02:00' },
  add: { items: [{ product_name: 'Tiramisu', price: '4.50 EUR', quantity: '1' }] },
  delete: { items: [{ id: '<item_id>', deleted: true }] },
  set_private_ref: { items: [{ id: '<item_id>', private_ref: 'line-3' }] },
  remove_custom_field: { custom_fields: { table: null }, seller_notes: null },
};

export const orderExamples = { create, update };
