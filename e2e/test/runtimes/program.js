/** A small program over packages/client, run in each runtime by `client.test.ts` and `browser/apps.test.ts`. */
import { createClient, HubError } from '@order-hub/client';
import { addMoney, multiplyMoney } from '@order-hub/client/money';
import { verifySignature } from '@order-hub/client/signature';

/** Calls the hub as an application does, and returns what it sees. `push` has a raw body, its signature and the secret. */
export async function useClient({ baseUrl, token, idempotencyKey, push }) {
  const hub = createClient({ baseUrl, token });
  const margherita = { product_name: 'Margherita', price: '9.80 EUR', quantity: '2' };
  const body = { status: 'new', items: [margherita] };
  const order = await hub.createOrder({ body }, { idempotencyKey });
  const again = await hub.createOrder({ body }, { idempotencyKey });
  const later = await hub.createOrder({ body });
  const listed = [];
  for await (const { id } of hub.listOrders({ count: 1 })) listed.push(id);
  const fault = await hub.updateOrder({ order_id: order.id, body: { status: 'eaten' } }).catch((error) => error);
  return {
    total: order.total,
    isReplayed: again.id === order.id,
    isListed: [order.id, later.id].join() === listed.join(),
    fault: fault instanceof HubError && [fault.status, fault.code, fault.details[0]?.field, Boolean(fault.requestId)],
    isSigned: await verifySignature(push.raw, push.signature, push.secret),
    isForged: await verifySignature(`${push.raw} `, push.signature, push.secret),
    sum: addMoney(multiplyMoney('19.90 EUR', '0.125'), '9007199254740993.00 EUR'),
  };
}
