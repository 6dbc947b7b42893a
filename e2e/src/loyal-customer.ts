import type { Call } from './call-api.ts';

/** Creates a customer list of the connection's location with a customer, a card and an operation, all named `name`. */
export async function aLoyalCustomer(call: Call, name: string) {
  const { body: list } = await call('POST /location/customer_lists', { body: { name } });
  const path = `/customer_lists/${list.id}`;
  const { body: customer } = await call(`POST ${path}/customers`, { body: { last_name: name } });
  const { body: card } = await call(`POST ${path}/loyalty_cards`, {
    body: { customer_id: customer.id, name, ref: name },
  });
  const cardPath = `${path}/loyalty_cards/${card.id}`;
  const { body: operation } = await call(`POST ${cardPath}/operations`, { body: { delta: '1', reason: name } });
  return {
    customer_list_id: list.id as string,
    customer_id: customer.id as string,
    loyalty_card_id: card.id as string,
    operation_id: operation.id as string,
  };
}
