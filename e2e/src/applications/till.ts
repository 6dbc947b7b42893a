/** A till that accepts orders as the guide says, or with one flaw. */
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { calls, type Answer, type CallFlaw } from './calls.ts';

export type TillFlaw =
  | CallFlaw
  /** Accepts nothing. */
  | 'idle'
  /** Answers 404 to orders, although it accepts them. */
  | 'rude'
  /** Accepts an order again when its event comes again. */
  | 'forgetful'
  /** Accepts what an event says, however late it is. */
  | 'hasty'
  /** Believes the last event that came, not the newest. */
  | 'credulous'
  /** Does not look at signatures. */
  | 'open'
  /** Answers 400 to what it does not know. */
  | 'narrow'
  /** Prepares the orders of test events. */
  | 'serious'
  /** Reads only orders with the fields that it knows. */
  | 'rigid'
  /** Misspells a field. */
  | 'sloppy'
  /** Asks for a page of no catalogs. */
  | 'clumsy';

type TillOptions = { url: string; token: string; secret: string; flaw?: TillFlaw | undefined };

export type Application = { stop(): Promise<void> };

export async function startTill({ url, token, secret, flaw }: TillOptions): Promise<Application> {
  const ask = calls({ url, token, flaw });
  const newest = new Map<string, string>();
  const cancelled = new Set<string>();

  const isSigned = (raw: string, header: unknown) =>
    flaw === 'open' || header === createHmac('sha256', secret).update(raw).digest('hex');

  async function accept(order_id: string): Promise<Answer> {
    if (flaw === 'clumsy') await ask('GET /location/catalogs?count=0');
    const body = { status: 'accepted', ...(flaw === 'sloppy' && { confirmd_time: '2026-01-01T12:00:00Z' }) };
    return ask(`PATCH /location/orders/${order_id}`, body);
  }

  /** The status of the order, as this till finds it out. */
  async function statusOf(event: any): Promise<string | undefined> {
    const { order_id, new_state } = event;
    const isTrusted = flaw === 'hasty' || (flaw === 'credulous' && cancelled.has(order_id));
    if (isTrusted || (flaw === 'serious' && event.test)) return new_state.status;
    const { body } = await ask(`GET /location/orders/${order_id}`);
    return body.status;
  }

  /** Returns the status with which the push is answered. */
  async function create(event: any): Promise<number> {
    const status = await statusOf(event);
    if (status === undefined) return 500;
    const isNew = status === 'new' || (flaw === 'forgetful' && status === 'accepted');
    if (!isNew || flaw === 'idle') return 200;
    const answer = await accept(event.order_id);
    return answer.status === 200 || flaw === 'resigned' ? 200 : event.test ? 200 : 500;
  }

  async function receive(event: any): Promise<number> {
    if (event.resource_type !== 'order') return flaw === 'narrow' ? 400 : 200;
    if (event.test && flaw !== 'serious') return 200;
    if (flaw === 'rigid' && 'field_of_a_later_version' in event.new_state) return 200;
    const { id, order_id, event_type, new_state } = event;
    if (new_state.status === 'cancelled') cancelled.add(order_id);
    const isOlder = id < (newest.get(order_id) ?? '');
    const isRepeated = id === newest.get(order_id);
    if (flaw !== 'credulous' && isOlder) return 200;
    if (flaw === 'hasty' && isRepeated) return 200;
    const status = event_type === 'create' ? await create(event) : 200;
    if (status === 200) newest.set(order_id, id);
    return status === 200 && flaw === 'rude' ? 404 : status;
  }

  const server = createServer(async (req, res) => {
    const raw = Buffer.concat(await req.toArray()).toString();
    const status = isSigned(raw, req.headers['x-service-hmac-sha256']) ? await receive(JSON.parse(raw)) : 401;
    res.writeHead(status).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const own = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  await ask('POST /callback', { url: own, events: { order: ['create', 'update'] } });
  return {
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
