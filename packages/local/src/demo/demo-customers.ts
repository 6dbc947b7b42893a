/** The demo's customers: a list of the shop with three customers, the first of whom has points on a loyalty card. */
import type { DemoCall } from './demo-call.ts';

const ada = {
  private_ref: 'ada',
  email: 'ada@example.com',
  first_name: 'Ada',
  last_name: 'Lovelace',
  phone: '+33612345678',
  address_1: '10 rue du Bac',
  postal_code: '75007',
  city: 'Paris',
  country: 'FR',
};
const others = [
  { private_ref: 'grace', email: 'grace@example.com', first_name: 'Grace', last_name: 'Hopper', phone: '+33687654321' },
  {
    private_ref: 'alan',
    email: 'alan@example.com',
    first_name: 'Alan',
    last_name: 'Turing',
    company_name: 'Bombe SARL',
  },
];

export type DemoCustomers = { customer_list_id: string; customer_id: string };

/** Creates the customers as the website. The returned customer has a loyalty card with 50 points. */
export async function createDemoCustomers(call: DemoCall): Promise<DemoCustomers> {
  const { id: customer_list_id } = await call('POST /location/customer_lists', { name: 'Regular guests' });
  const list = `/customer_lists/${customer_list_id}`;
  const { id: customer_id } = await call(`POST ${list}/customers`, ada);
  for (const customer of others) await call(`POST ${list}/customers`, customer);
  const card = await call(`POST ${list}/loyalty_cards`, { customer_id, name: 'Pizza points', ref: 'PIZZA' });
  await call(`POST ${list}/loyalty_cards/${card.id}/operations`, { delta: '50', reason: 'Welcome' });
  return { customer_list_id, customer_id };
}
