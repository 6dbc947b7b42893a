/** The text of a customer is the JSON of its fields, in the order in which the API shows them. */
import { expect, test } from '@jest/globals';
import { newId } from '@order-hub/shared/ids';
import { customerView } from './customer.schema.ts';
import { newCustomer, type StoredFields } from './customer.ts';
import { customerText } from './customer.view.ts';

const list = { account_id: 'a', id: 'l', location_id: null, timezone: 'Europe/Paris', currency: 'EUR', name: 'Guests' };
const card = { id: 'c', ref: null, name: 'Coffee', balance: '12.50', nb_operations: 3 };

test.each([
  ['without any field', {}],
  ['with braces, quotes and backslashes', { first_name: '{"}\\', custom_fields: { '{': { '}': ['"', {}] } } }],
])('a customer %s', (_what, sent) => {
  const customer = {
    ...newCustomer(newId(new Date('2026-06-17T12:30:00Z')), sent),
    ...{ nb_orders: 2, order_total: '7.1', first_order_at: new Date('2026-06-18T12:30:00Z'), loyalty_cards: [card] },
  };
  const { id, fields } = customer;
  const plain = {
    ...{ id, customer_list_id: 'l', anonymised: false, private_ref: 'mine' },
    ...(JSON.parse(fields) as StoredFields),
    ...{ created_at: '2026-06-17T14:30:00+02:00', nb_orders: 2, order_total: '7.10 EUR' },
    ...{ first_order_date: '2026-06-18T14:30:00+02:00', last_order_date: null },
    loyalty_cards: [{ id: 'c', ref: null, name: 'Coffee', balance: '12.5' }],
  };
  const text = customerText({ list, customer }, 'mine');
  expect(text).toBe(JSON.stringify(plain));
  expect(Object.keys(JSON.parse(text) as object)).toEqual(Object.keys(customerView.shape));
});
