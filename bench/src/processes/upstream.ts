/** A service that does nothing: answers every request with the same order. Also auth, for a gateway that is measured alone. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { aConnection, orderDocument } from '../samples.ts';

const order = Buffer.from(JSON.stringify(orderDocument));
const headers = { 'content-type': 'application/json; charset=utf-8', 'content-length': order.length };

const server = createServer({ keepAliveTimeout: 65_000 }, (req, res) => {
  if (req.url?.startsWith('/internal/connections/')) {
    res.setHeader('content-type', 'application/json').end(JSON.stringify(aConnection));
    return;
  }
  req.resume().on('end', () => res.writeHead(200, headers).end(order));
});

process.on('disconnect', () => process.exit(0)).on('SIGTERM', () => process.exit(0));
server.listen(0, '127.0.0.1', () => process.send?.({ ready: (server.address() as AddressInfo).port }));
