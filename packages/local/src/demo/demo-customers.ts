/** The demo's customers: a list of the shop with three customers, the first of whom has points on a loyalty card. */
import type { Client } from '@order-hub/client';

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
export async function createDemoCustomers(website: Client): Promise<DemoCustomers> {
  const { id: customer_list_id } = await website.createCustomerList({ body: { name: 'Regular guests' } });
  const { id: customer_id } = await website.createCustomer({ customer_list_id, body: ada });
  for (const body of others) await website.createCustomer({ customer_list_id, body });
  const card = { customer_id, name: 'Pizza points', ref: 'PIZZA' };
  const { id: loyalty_card_id } = await website.createLoyaltyCard({ customer_list_id, body: card });
  const points = { delta: '50', reason: 'Welcome' };
  await website.createLoyaltyOperation({ customer_list_id, loyalty_card_id, body: points });
  return { customer_list_id, customer_id };
}
