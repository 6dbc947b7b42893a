import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { once } from 'node:events';
import { Agent, createServer, get, type IncomingMessage } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { limitConnectionAge } from './connection-age.ts';

let opened = 0;
const server = createServer((_req, res) => void res.end());
server.on('connection', () => (opened += 1));

beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
});
afterAll(async () => {
  server.closeAllConnections();
  await once(server.close(), 'close');
});

async function request(agent: Agent): Promise<Socket> {
  const { port } = server.address() as AddressInfo;
  const sent = get({ host: '127.0.0.1', port, agent });
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  const { socket } = response;
  await once(response.resume(), 'end');
  return socket;
}

/** How many connections three requests in turn use. */
async function connectionsOfThree(agent: Agent): Promise<number> {
  const before = opened;
  for (let count = 0; count < 3; count += 1) {
    await request(agent);
    // The agent gets the connection back after the end of the answer.
    await new Promise(setImmediate);
  }
  agent.destroy();
  return opened - before;
}

test('a connection is used again until it is too old', async () => {
  expect(await connectionsOfThree(limitConnectionAge(new Agent({ keepAlive: true })))).toBe(1);
  // Every connection is too old when it is answered a second time.
  expect(await connectionsOfThree(limitConnectionAge(new Agent({ keepAlive: true }), -1))).toBe(2);
});
