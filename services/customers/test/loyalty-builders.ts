/** A customer of a list of its own, whose cards a test changes. */
import { aCaller, type TestCaller } from '@order-hub/testing/call';
import type { TestCustomers } from './service.ts';

/** An account connection, its location, and a list of each: `place` tells whose the list of the customer is. */
export type Place = 'location' | 'account';

type Body = string | object | undefined;

/** Calls within one list. */
export const callsOn = (customers: TestCustomers, list: string, as: TestCaller) => {
  const call = (route: string, body?: Body, caller = as) => {
    const [method = '', path = ''] = route.split(' ');
    return customers.call(`${method} ${list}${path}`, { as: caller, ...(body !== undefined && { body }) });
  };
  return { call, createCard: (body: Body, caller = as) => call('POST /loyalty_cards', body, caller) };
};

/** A new list with a new customer in it, of a location unless told. */
export async function aMember(customers: TestCustomers, place: Place = 'location') {
  const chain = aCaller({ location_id: null });
  const shop = aCaller({ account: chain.account });
  const as = place === 'location' ? shop : chain;
  const of = place === 'location' ? `/locations/${shop.location_id}` : `/accounts/${chain.account?.id}`;
  const { body: created } = await customers.call(`POST ${of}/customer_lists`, { as, body: { name: 'Guests' } });
  const list = `/customer_lists/${created.id}`;
  const calls = callsOn(customers, list, as);
  const { body: customer } = await calls.call('POST /customers', { first_name: 'Ada' });
  const customer_id: string = customer.id;
  return {
    ...{ chain, shop, as, list, list_id: created.id as string, customer_id, ...calls },
    /** The changes of this customer after its creation. */
    updates: () =>
      customers.changes().filter((change) => change.customer_id === customer_id && change.event_type === 'update'),
    async card(body: object = {}) {
      const { body: card } = await calls.createCard({ customer_id, ...body });
      return card;
    },
    operate: (card_id: string, body: Body, caller = as) =>
      calls.call(`POST /loyalty_cards/${card_id}/operations`, body, caller),
    /** The cards that the customer shows. */
    async cards() {
      return (await calls.call(`GET /customers/${customer_id}`)).body.loyalty_cards;
    },
  };
}

export type Member = Awaited<ReturnType<typeof aMember>>;
