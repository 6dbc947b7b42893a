/** A loyalty helper: one point for each whole unit of currency of an accepted order. It polls, so it needs no address. */
import { setTimeout as pause } from 'node:timers/promises';
import { createClient, HubError } from '@order-hub/client';
import { parseMoney } from '@order-hub/client/money';

const { HUB_URL = 'http://localhost:8080/v1', TOKEN = '', POLL_SECONDS = '30' } = process.env;
const hub = createClient({ baseUrl: HUB_URL, token: TOKEN });
const ref = 'POINTS';

/** @typedef {import('@order-hub/client').Schemas['Order']} Order */

/** The customer's card of this program; created with the first points. @param {string} customer_list_id @param {string} customer_id */
async function cardOf(customer_list_id, customer_id) {
  const [card] = (await hub.listLoyaltyCards({ customer_list_id, customer_id, ref }).page()).items;
  return card ?? hub.createLoyaltyCard({ customer_list_id, body: { customer_id, ref, name: 'Points' } });
}

/** Adds the points of an order once, however often its event arrives. @param {Order} order */
async function addPoints({ id: order_id, total, customer }) {
  if (customer.id === null || customer.customer_list_id === null || customer.anonymised) return;
  const { customer_list_id } = customer;
  const { id: loyalty_card_id } = await cardOf(customer_list_id, customer.id);
  for await (const operation of hub.listLoyaltyOperations({ customer_list_id, loyalty_card_id })) {
    if (operation.order_id === order_id) return;
  }
  const delta = String(parseMoney(total).hundredths / 100n);
  const { new_balance } = await hub.createLoyaltyOperation({
    ...{ customer_list_id, loyalty_card_id },
    body: { delta, order_id, reason: `Points of order ${order_id}` },
  });
  console.log(`${delta} points for order ${order_id}: ${new_balance} in all`);
}

/** Processes the waiting events, then deletes them: what fails is there again the next time. */
async function poll() {
  for await (const { id: event_id } of hub.listEvents()) {
    const event = await hub.retrieveEvent({ event_id });
    if (event.resource_type === 'order' && event.event_type === 'update' && !event.test) {
      const { previous_state, new_state } = event;
      if (new_state.status === 'accepted' && previous_state.status !== 'accepted') await addPoints(new_state);
    }
    await hub.deleteEvent({ event_id });
  }
}

await hub.saveCallback({ body: { url: null, events: { order: ['update'] } } });
console.log('The loyalty helper is ready');
for (;;) {
  await poll().catch((error) => {
    console.error(error instanceof HubError ? `${error.status} ${error.code}: ${error.message}` : error);
  });
  await pause(+POLL_SECONDS * 1_000);
}
