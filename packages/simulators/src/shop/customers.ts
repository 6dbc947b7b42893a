/** The customers of a test shop. The first has a loyalty card. */
import type { Schemas } from '@order-hub/client';

type NewCustomer = Schemas['CustomerChange'] & { private_ref: string };

export const customers: readonly [NewCustomer, ...NewCustomer[]] = [
  {
    private_ref: 'ada',
    email: 'ada@example.com',
    first_name: 'Ada',
    last_name: 'Lovelace',
    phone: '+33612345678',
    address_1: '10 rue du Bac',
    postal_code: '75007',
    city: 'Paris',
    country: 'FR',
  },
  { private_ref: 'grace', email: 'grace@example.com', first_name: 'Grace', last_name: 'Hopper', phone: '+33687654321' },
  {
    private_ref: 'alan',
    email: 'alan@example.com',
    first_name: 'Alan',
    last_name: 'Turing',
    company_name: 'Bombe SARL',
  },
];

/** The loyalty program of the shop, and what a customer begins with. */
export const card = { name: 'Pizza points', ref: 'PIZZA' };
export const welcome = { delta: '50', reason: 'Welcome' };
