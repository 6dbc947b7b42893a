/** A till: the hub pushes each new order to it, and it accepts the order. */
import { createServer } from 'node:http';
import { createClient, HubError } from '@order-hub/client';
import { parseEvent } from '@order-hub/client/events';
import { verifySignature } from '@order-hub/client/signature';

const { HUB_URL = 'http://localhost:8080/v1', TOKEN = '', CLIENT_SECRET = '', PORT = '4001' } = process.env;
if (CLIENT_SECRET === '') throw new Error('CLIENT_SECRET is missing: events could not be verified');
const hub = createClient({ baseUrl: HUB_URL, token: TOKEN });

/** Accepts an order that nobody has looked at yet. An event may arrive twice, and late. @param {string} order_id */
async function accept(order_id) {
  const { status } = await hub.retrieveOrder({ order_id });
  if (status !== 'new') return;
  const confirmed_time = new Date(Date.now() + 20 * 60_000).toISOString();
  const order = await hub.updateOrder({ order_id, body: { status: 'accepted', confirmed_time } });
  console.log(
    `Accepted ${order_id}: ${order.items.map(({ product_name }) => product_name).join(', ')}, ${order.total}`,
  );
}

/** The status with which a push is answered: from 500 on, the hub sends it again. @param {import('node:http').IncomingMessage} req */
async function receive(req) {
  const raw = Buffer.concat(await req.toArray());
  const signature = req.headers['x-service-hmac-sha256'];
  if (!(await verifySignature(raw, String(signature), CLIENT_SECRET))) {
    console.error('A push with a wrong signature: is CLIENT_SECRET that of this client?');
    return 500;
  }
  const event = parseEvent(raw);
  // The order of a test event does not exist. Events of other types are acknowledged too: later versions send more.
  if (event.test || event.resource_type !== 'order') return 200;
  if (event.event_type === 'create') await accept(event.order_id);
  else if (event.new_state.status === 'cancelled') console.log(`Cancelled ${event.order_id}`);
  return 200;
}

const server = createServer((req, res) => {
  receive(req)
    .catch((error) => {
      console.error(error instanceof HubError ? `${error.status} ${error.code}: ${error.message}` : error);
      return 500;
    })
    .then((status) => res.writeHead(status).end());
}).listen(+PORT, async () => {
  const address = server.address();
  const port = address && typeof address === 'object' ? address.port : PORT;
  const { CALLBACK_URL = `http://localhost:${port}/` } = process.env;
  await hub.saveCallback({ body: { url: CALLBACK_URL, events: { order: ['create', 'update'] } } });
  console.log(`The till is ready: ${CALLBACK_URL}`);
});
