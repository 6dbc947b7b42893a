/** An application with an active callback. It checks signatures and records what it receives. */
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Received = { raw: string; event: any; isSigned: boolean; headers: IncomingHttpHeaders };

export type Receiver = { url: string; received: Received[]; close(): Promise<void> };

async function read(req: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of req) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** docs/api/events.md#signature */
const signatureOf = (raw: Buffer, clientSecret: string) => createHmac('sha256', clientSecret).update(raw).digest('hex');

/**
 * Listens on loopback for the callbacks of the client with this secret. Acknowledges signed events, except those that
 * `refuses` selects, and answers 401 to others. `echoes`: repeats the customer of the event, or of the order of a delivery, in the header
 * and body of its answers.
 */
export async function startReceiver(
  clientSecret: string | (() => string),
  refuses: (event: { id: string }) => boolean = () => false,
  { echoes = false } = {},
): Promise<Receiver> {
  const received: Received[] = [];
  const customers = new Map<string, { email?: string }>();
  function customerOf({ resource_type, order_id, new_state }: Received['event']): { email?: string } {
    if (resource_type === 'delivery') return customers.get(order_id) ?? {};
    const customer = new_state?.customer ?? new_state;
    customers.set(order_id, customer);
    return customer;
  }
  const secretNow = () => (typeof clientSecret === 'string' ? clientSecret : clientSecret());
  const server = createServer(async (req, res) => {
    try {
      const raw = await read(req);
      const isSigned = req.method === 'POST' && req.headers['x-service-hmac-sha256'] === signatureOf(raw, secretNow());
      const event = JSON.parse(raw.toString());
      received.push({ raw: raw.toString(), event, isSigned, headers: req.headers });
      const customer = customerOf(event);
      const echo = echoes ? JSON.stringify(customer) : '';
      res
        .writeHead(refuses(event) ? 503 : isSigned ? 200 : 401, echoes ? { 'x-customer': customer.email ?? '' } : {})
        .end(echo);
    } catch {
      // The sender was killed while it sent.
      res.destroy();
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/callbacks`,
    received,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
