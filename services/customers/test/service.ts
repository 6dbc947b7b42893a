import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { testService } from '@order-hub/testing/service';
import { readConfig } from '../src/config.ts';
import { startCustomers } from '../src/service.ts';

/** A stand-in for orders: the location of each order by `account_id/order_id`, and the requests it received. */
export type OrdersStandIn = { locations: Map<string, string>; requests: object[]; isUnavailable: boolean };

async function startOrders(standIn: OrdersStandIn): Promise<Server> {
  const server = createServer((req, res) => {
    const parts: Buffer[] = [];
    req.on('data', (part: Buffer) => parts.push(part));
    req.on('end', () => {
      if (standIn.isUnavailable) return res.writeHead(503).end('{}');
      const body = JSON.parse(Buffer.concat(parts).toString());
      standIn.requests.push({ route: `${req.method} ${req.url}`, ...body });
      const location_id = standIn.locations.get(`${body.account_id}/${body.order_id}`);
      return location_id ? res.end(JSON.stringify({ location_id })) : res.writeHead(404).end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

/** The customers service under test, with a stand-in for the orders service. `given`: settings other than the defaults. */
export async function startTestCustomers(given: Record<string, string> = {}) {
  const orders: OrdersStandIn = { locations: new Map(), requests: [], isUnavailable: false };
  const neighbour = await startOrders(orders);
  const settings = { ...given, ORDERS_URL: `http://127.0.0.1:${(neighbour.address() as AddressInfo).port}` };
  const service = await testService({ name: 'customers', start: startCustomers, readConfig, settings });
  return {
    ...service,
    orders,
    async close() {
      await service.close();
      neighbour.closeAllConnections();
      neighbour.close();
    },
  };
}

export type TestCustomers = Awaited<ReturnType<typeof startTestCustomers>>;
