import type { Client } from '@order-hub/client';

/** Creates a customer list of the connection's location with a customer, a card and an operation, all named `name`. */
export async function aLoyalCustomer(api: Client, name: string) {
  const { id: customer_list_id } = await api.createCustomerList({ body: { name } });
  const { id: customer_id } = await api.createCustomer({ customer_list_id, body: { last_name: name } });
  const { id: loyalty_card_id } = await api.createLoyaltyCard({
    customer_list_id,
    body: { customer_id, name, ref: name },
  });
  const { id: operation_id } = await api.createLoyaltyOperation({
    ...{ customer_list_id, loyalty_card_id },
    body: { delta: '1', reason: name },
  });
  return { customer_list_id, customer_id, loyalty_card_id, operation_id };
}
