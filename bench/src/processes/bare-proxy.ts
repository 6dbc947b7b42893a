/** The baseline of the gateway: http-proxy-middleware on bare node:http with a keep-alive agent. */
import { Agent, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createProxyMiddleware } from 'http-proxy-middleware';

const agent = new Agent({ keepAlive: true, maxSockets: 256 });
const proxy = createProxyMiddleware({ target: process.env['BENCH_UPSTREAM'] ?? '', agent });
const server = createServer((req, res) => void proxy(req, res));

process.on('disconnect', () => process.exit(0)).on('SIGTERM', () => process.exit(0));
server.listen(0, '127.0.0.1', () => process.send?.({ ready: (server.address() as AddressInfo).port }));
