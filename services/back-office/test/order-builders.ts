/** Orders as the orders service answers the back office. */
import { newId } from '@order-hub/shared/ids';

export const aFoundOrder = (overrides: object = {}) => ({
  ...{
    id: newId(),
    ref: 'WEB-1',
    collection_code: null,
    status: 'accepted',
    channel: 'Web shop',
    service_type: 'delivery',
  },
  ...{ created_at: '2026-07-01T12:00:00+02:00', expected_time: '2026-07-01T12:45:00+02:00', items: 3 },
  ...{ total: '24.50 EUR', customer_name: 'Ada <b>Lovelace', phone: '+33612345678' },
  ...overrides,
});
export const anApiOrder = (overrides: object = {}) => ({
  ...{ id: newId(), location_id: 'l', created_at: '2026-07-01T12:00:00+02:00', created_by: 'Website' },
  ...{ connection_name: null, channel: 'Web shop', ref: 'WEB-1', private_ref: null, status: 'accepted' },
  ...{ service_type: 'delivery', service_type_ref: null, expected_time: '2026-07-01T12:45:00+02:00', asap: null },
  ...{ expected_time_pickup: null, confirmed_time: null, customer_notes: 'Ring <twice>', seller_notes: null },
  ...{ collection_code: null, coupon_codes: ['SUMMER'], custom_fields: {}, loyalty_operations: [] },
  items: [
    {
      ...{ id: 'i1', private_ref: null, product_name: 'Margherita', sku_name: 'Large', sku_ref: null },
      ...{ price: '9.80 EUR', quantity: '2.0', subtotal: '21.60 EUR', tax_rate: null, subset: null },
      ...{ customer_notes: 'Well done', points_earned: null, points_used: null, deleted: false },
      deal_line: { deal_key: 'd', label: null, position: null, pricing_effect: null, pricing_value: null },
      options: [
        { option_list_name: 'Extra', name: 'Olives', ref: null, price: '1.00 EUR', quantity: 2, removed: null },
        { option_list_name: 'Ingredients', name: 'Basil', ref: null, price: '-0.50 EUR', quantity: 1, removed: true },
      ],
    },
  ],
  deals: { d: { name: 'Two for one', ref: null } },
  discounts: [{ id: 'x', private_ref: null, name: 'Welcome', ref: null, price_off: '2.00 EUR', deleted: false }],
  charges: [
    { id: 'c', private_ref: null, name: 'Delivery fee', ref: null, price: '3.00 EUR', tax_rate: null, deleted: false },
  ],
  payments: [{ id: 'p', private_ref: null, name: 'Card', ref: null, amount: '20.00 EUR', info: null, deleted: false }],
  customer: {
    ...{ id: null, customer_list_id: null, anonymised: false, private_ref: null, email: 'ada@example.com' },
    ...{ first_name: 'Ada', last_name: 'Lovelace', company_name: null, phone: '+33 6 12 34', phone_access_code: '42' },
    ...{
      address_1: '1 rue des Nombres',
      address_2: null,
      postal_code: '75001',
      city: 'Paris',
      state: null,
      country: 'FR',
    },
    ...{ delivery_notes: 'Third floor' },
  },
  ...{ total: '22.60 EUR', total_discrepancy: null, payment_discrepancy: '-2.60 EUR' },
  ...overrides,
});

export const anOrderRow = (overrides: object = {}) => ({
  ...{ id: 'o1', ref: '=1+1', collection_code: null, status: 'completed', channel: '@shop', created_by: 'Website' },
  ...{
    service_type: null,
    created_at: '2026-07-01T12:00:00+02:00',
    expected_time: null,
    confirmed_time: null,
    items: 2,
  },
  ...{
    total: '-1.50',
    paid: '0',
    currency: 'EUR',
    customer_name: 'Ada "A", L',
    email: '-a@example.com',
    phone: '+336',
  },
  ...{ address: '1\r\n2', postal_code: '01000', city: '\tParis' },
  ...overrides,
});
