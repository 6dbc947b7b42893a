/** The orders service in this process, on a database of its own, its neighbours real HTTP servers of the test. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { silentLog } from '@order-hub/shared/log';
import { callOn, testInternalKeys } from '@order-hub/testing/call';
import { freshDatabase } from '@order-hub/testing/fresh-database';
import { recordingBus } from '@order-hub/testing/recording-bus';
import type { Subscription } from '@order-hub/shared/bus';
import type { Change } from '@order-hub/shared/changes';
import type { Body } from '@order-hub/shared/topics';
import { openDatabase } from '@order-hub/shared/database';
import { newId } from '@order-hub/shared/ids';
import { startOrders } from '../src/service.ts';

/** What the customers service of the test answers, by the id or private ref that it is asked for. */
export type CustomersStandIn = { known: Map<string, object>; attached: object[]; isAway: boolean };

async function startCustomers(standIn: CustomersStandIn): Promise<Server> {
  const server = createServer((req, res) => {
    const parts: Buffer[] = [];
    req.on('data', (part: Buffer) => parts.push(part));
    req.on('end', () => {
      if (standIn.isAway) return res.writeHead(503).end('{}');
      const body = JSON.parse(Buffer.concat(parts).toString());
      if (req.url === '/internal/customer-orders') {
        standIn.attached.push(body);
        return res.end('{}');
      }
      const found = standIn.known.get(body.customer_id ?? `${body.customer_list_id}/${body.private_ref}`);
      return found ? res.end(JSON.stringify(found)) : res.writeHead(404).end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

export type TestOrders = Awaited<ReturnType<typeof startTestOrders>>;

/** Starts it; `close` stops everything. `changes()` are the changes published so far, oldest first. */
export async function startTestOrders(overrides: { now?: () => Date } = {}) {
  const database = await freshDatabase();
  const customers: CustomersStandIn = { known: new Map(), attached: [], isAway: false };
  const neighbour = await startCustomers(customers);
  const bus = recordingBus();
  const subscriptions: Subscription[] = [];
  bus.subscribe = async (subscription) => void subscriptions.push(subscription);
  const config = {
    HOST: '127.0.0.1',
    PORT: 0,
    LOG_LEVEL: 'silent' as const,
    HUB_INTERNAL_KEYS: testInternalKeys,
    DATABASE_URL: database.url,
    DATABASE_POOL_SIZE: 10,
    CUSTOMERS_URL: `http://127.0.0.1:${(neighbour.address() as AddressInfo).port}`,
  };
  const service = await startOrders(config as never, silentLog, { bus, ...overrides });
  const db = openDatabase({ url: database.url, schema: 'orders' });
  return {
    call: callOn(service.port),
    url: database.url,
    db,
    bus,
    customers,
    /** Hands the service a message that another one sent. */
    async hear(topic: 'customer.anonymised', body: Body<'customer.anonymised'>) {
      const message = { id: newId(), topic, key: body.customer_id, body };
      for (const { handle } of subscriptions) await handle([message]);
    },
    changes: () =>
      bus.published.filter(({ topic }) => topic === 'change').map(({ body }) => JSON.parse(body) as Change),
    async close() {
      await service.close();
      await db.end();
      neighbour.closeAllConnections();
      neighbour.close();
      await database.drop();
    },
  };
}
