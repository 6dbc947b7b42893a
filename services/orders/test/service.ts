import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FreshDatabase } from '@order-hub/testing/fresh-database';
import { testService } from '@order-hub/testing/service';
import { readConfig } from '../src/config.ts';
import { startOrders } from '../src/service.ts';

/**
 * Stands in for the customers service. `known`: its answers by customer id or private ref. `asked` and `attached`: the
 * look-ups and orders it received, in `calls`. With `leaves` it becomes unavailable after answering a look-up.
 */
export type CustomersStandIn = {
  known: Map<string, object>;
  asked: object[];
  attached: object[];
  calls: number;
  isUnavailable: boolean;
  leaves: boolean;
};

async function startCustomers(standIn: CustomersStandIn): Promise<Server> {
  const server = createServer((req, res) => {
    const parts: Buffer[] = [];
    req.on('data', (part: Buffer) => parts.push(part));
    req.on('end', () => {
      if (standIn.isUnavailable) return res.writeHead(503).end('{}');
      standIn.calls += 1;
      const body = JSON.parse(Buffer.concat(parts).toString());
      if (req.url === '/internal/customer-orders') {
        standIn.attached.push(...body.orders);
        return res.end('{}');
      }
      standIn.asked.push(...body.asked);
      standIn.isUnavailable = standIn.leaves;
      const found = body.asked.map(
        (one: any) => standIn.known.get(one.customer_id ?? `${one.customer_list_id}/${one.private_ref}`) ?? null,
      );
      return res.end(JSON.stringify({ found }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

export type TestOrders = Awaited<ReturnType<typeof startTestOrders>>;

type TestOptions = { now?: () => Date; settings?: Record<string, string>; database?: FreshDatabase };

/** The orders service under test, with a stand-in for the customers service. */
export async function startTestOrders({ now, settings: given, database }: TestOptions = {}) {
  const empty = { known: new Map(), asked: [], attached: [], calls: 0 };
  const customers: CustomersStandIn = { ...empty, isUnavailable: false, leaves: false };
  const neighbour = await startCustomers(customers);
  const settings = { ...given, CUSTOMERS_URL: `http://127.0.0.1:${(neighbour.address() as AddressInfo).port}` };
  const service = await testService({ name: 'orders', start: startOrders, readConfig, settings, now, database });
  return {
    ...service,
    customers,
    async close() {
      await service.close();
      neighbour.closeAllConnections();
      neighbour.close();
    },
  };
}
