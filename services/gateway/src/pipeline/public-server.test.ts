import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { expect, test } from '@jest/globals';
import { eventually } from '@order-hub/testing/call';
import { limitSockets } from './public-server.ts';

test('limits the sockets of an address, and gives it another when it has closed one', async () => {
  const server = createServer((_req, res) => res.end('served'));
  limitSockets(server, 2);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const open = () => {
    const client = { received: '', isClosed: false, close: () => void socket.destroy() };
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').setEncoding('latin1');
    socket.on('data', (chunk: string) => (client.received += chunk));
    socket.on('error', () => undefined).on('close', () => (client.isClosed = true));
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    return client;
  };
  const [first, second] = [open(), open()];
  await eventually(() => first.received.includes('served') && second.received.includes('served'));
  const third = open();
  await eventually(() => third.isClosed);
  expect(third.received).toBe('');
  first.close();
  const later = await eventually(async () => {
    const client = open();
    await eventually(() => client.isClosed || client.received.includes('served'));
    return client.received !== '' && client;
  });
  second.close();
  later.close();
  await new Promise((resolve) => server.close(resolve));
});
