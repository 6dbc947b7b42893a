import { expect, test } from '@jest/globals';
import { personalFields, withoutCustomerData, withoutPersonalData } from './personal-fields.ts';

const personal = Object.fromEntries(personalFields.map((field) => [field, `the ${field}`]));
const erased = Object.fromEntries(personalFields.map((field) => [field, null]));
const other = { id: 'customer', city: 'Paris', private_ref: 'ref', custom_fields: { a: 1 } };

test('all personal fields become null, the others stay', () => {
  const customer = { ...personal, ...other, anonymised: false };
  expect(withoutPersonalData(customer)).toEqual({ ...erased, ...other, anonymised: true });
  expect(customer.anonymised).toBe(false);
});

test('absent fields stay absent', () => {
  expect(withoutPersonalData({ email: 'a@b.example', anonymised: false })).toEqual({ email: null, anonymised: true });
});

test('only the customer of an order is erased', () => {
  const order = { ref: 'email', customer: { phone: '1', anonymised: false } };
  expect(withoutCustomerData(order)).toEqual({ ref: 'email', customer: { phone: null, anonymised: true } });
  expect(withoutCustomerData({ customer: null })).toEqual({ customer: null });
});
