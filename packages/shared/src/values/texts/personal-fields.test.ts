import { expect, test } from '@jest/globals';
import { anonymisedCustomer, anonymisedOrder, personalFields } from './personal-fields.ts';

const personal = Object.fromEntries(personalFields.map((field) => [field, `the ${field}`]));
const nulls = Object.fromEntries(personalFields.map((field) => [field, null]));
const other = { id: 'customer', city: 'Paris', private_ref: 'ref', custom_fields: { a: 1 } };

test('all personal fields become null, the others stay', () => {
  const customer = { ...personal, ...other, anonymised: false };
  expect(anonymisedCustomer(customer)).toEqual({ ...nulls, ...other, anonymised: true });
  expect(customer.anonymised).toBe(false);
});

test('absent fields stay absent', () => {
  expect(anonymisedCustomer({ email: 'a@b.example', anonymised: false })).toEqual({ email: null, anonymised: true });
});

test('an order loses the data of its customer, and nothing else', () => {
  const order = { ref: 'email', customer: { phone: '1', anonymised: false } };
  expect(anonymisedOrder(order)).toEqual({ ref: 'email', customer: { phone: null, anonymised: true } });
  expect(anonymisedOrder({ customer: null })).toEqual({ customer: null });
});
