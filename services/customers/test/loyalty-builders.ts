/** A customer of a list of its own, with calls about its cards. */
import { aCaller, type TestCaller } from '@order-hub/testing/call';
import { createAccountList, createCustomer, createList } from './builders.ts';
import type { TestCustomers } from './service.ts';

/** Whose the customer list is. */
export type ListOwner = 'location' | 'account';

type Body = string | object | undefined;

/** Calls within one list. */
const callsOn = (customers: TestCustomers, list: string, as: TestCaller) => {
  const call = (route: string, body?: Body, caller = as) => {
    const [method = '', path = ''] = route.split(' ');
    return customers.call(`${method} ${list}${path}`, { as: caller, ...(body !== undefined && { body }) });
  };
  return { call, createCard: (body: Body, caller = as) => call('POST /loyalty_cards', body, caller) };
};

/** A new customer in a new list, with connections of the location (`shop`) and the account (`chain`); `as` owns the list. */
export async function aMember(customers: TestCustomers, owner: ListOwner = 'location') {
  const chain = aCaller({ location_id: null });
  const shop = aCaller({ account: chain.account });
  const as = owner === 'location' ? shop : chain;
  const list_id = owner === 'location' ? await createList(customers, shop) : await createAccountList(customers, chain);
  const list = `/customer_lists/${list_id}`;
  const calls = callsOn(customers, list, as);
  const { customer_id } = await createCustomer(customers, { as, customer_list_id: list_id }, { first_name: 'Ada' });
  return {
    ...{ chain, shop, as, list, list_id, customer_id, ...calls },
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
