/**
 * A service that answers every request with the same order. Stands in for auth in front of the gateway, and for the
 * neighbours of a service that is measured alone.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { aConnection, orderDocument } from '../harness/samples.ts';

const order = Buffer.from(JSON.stringify(orderDocument));
const taken = Buffer.from('{"rejected":[]}');
const json = { 'content-type': 'application/json; charset=utf-8' };

const server = createServer({ keepAliveTimeout: 65_000 }, (req, res) => {
  if (req.url?.startsWith('/internal/connections/')) {
    res.setHeader('content-type', 'application/json').end(JSON.stringify(aConnection));
    return;
  }
  const answer = req.url === '/internal/messages' ? taken : order;
  req.resume().on('end', () => res.writeHead(200, { ...json, 'content-length': answer.length }).end(answer));
});

process.on('disconnect', () => process.exit(0)).on('SIGTERM', () => process.exit(0));
server.listen(0, '127.0.0.1', () => process.send?.({ ready: (server.address() as AddressInfo).port }));
