/** Customer lists, and customers in them. */
import { newId } from '@order-hub/shared/ids';
import { aCaller, type TestCaller } from '@order-hub/testing/call';
import type { TestCustomers } from './service.ts';

/** Everything a client may send about a customer, except a private ref. */
export const aCustomer = (overrides: object = {}) => ({
  email: 'ada@example.com',
  first_name: 'Ada',
  last_name: 'Lovelace',
  gender: 'female',
  birth_date: '1815-12-10',
  company_name: 'Analytical Engines',
  phone: '+33612345678',
  phone_access_code: '1843',
  address_1: '1 rue des Nombres',
  address_2: 'Staircase B',
  postal_code: '75001',
  city: 'Paris',
  state: 'IDF',
  country: 'FR',
  latitude: '48.86',
  longitude: '2.34',
  delivery_notes: 'Ring twice',
  sms_marketing: true,
  email_marketing: true,
  custom_fields: { vip: true },
  ...overrides,
});

/** A connection of a location, or with `location_id: null` of an account that names a location; and a list of that location. */
export async function aListOf(customers: TestCustomers, overrides: Partial<TestCaller> = {}) {
  const as = aCaller(overrides);
  const id = await createList(customers, as);
  return { as, id, path: `/customer_lists/${id}/customers` };
}

/** A new list of the location that the caller names. */
export async function createList(customers: TestCustomers, as: TestCaller): Promise<string> {
  const route = `POST /locations/${as.location?.id ?? ''}/customer_lists`;
  return (await customers.call(route, { as, body: { name: newId() } })).body.id;
}

/** A new list that all locations of the caller's account share. */
export async function createAccountList(customers: TestCustomers, { account }: TestCaller): Promise<string> {
  const as = aCaller({ account, location_id: null });
  const route = `POST /accounts/${account?.id ?? ''}/customer_lists`;
  return (await customers.call(route, { as, body: { name: newId() } })).body.id;
}

type InList = { as: TestCaller; customer_list_id: string };

/** A new customer of a list. */
export async function createCustomer(customers: TestCustomers, { as, customer_list_id }: InList, body: object = {}) {
  const path = `/customer_lists/${customer_list_id}/customers`;
  const created = await customers.call(`POST ${path}`, { as, body });
  const customer_id: string = created.body.id;
  return {
    as,
    customer_list_id,
    customer_id,
    path: `${path}/${customer_id}`,
    read: async () => (await customers.call(`GET ${path}/${customer_id}`, { as })).body,
  };
}

/** A new customer in a new list of the caller's location. */
export async function aCustomerOf(customers: TestCustomers, as: TestCaller, body: object = {}) {
  return createCustomer(customers, { as, customer_list_id: await createList(customers, as) }, body);
}

export type TestCustomer = Awaited<ReturnType<typeof createCustomer>>;
