/** packages/client in a browser: its modules as they are published, without a bundler, in a page of another origin. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { root } from '../../src/root.ts';
import { expectedResult, programInput } from '../runtimes/input.ts';
import { inChromium } from './in-chromium.ts';

const client = '@order-hub/client';
const modules = ['client', 'money', 'signature'];
const imports = Object.fromEntries([
  [client, '/client.js'],
  ...modules.map((name) => [`${client}/${name}`, `/${name}.js`]),
]);
const page = `<!doctype html><script type="importmap">${JSON.stringify({ imports })}</script>`;

const folders: Record<string, string> = { '/program.js': 'e2e/test/runtimes' };

inChromium('the client', ({ hub, open }) => {
  const server = createServer(({ url = '/' }, res) => {
    if (url === '/') return res.setHeader('content-type', 'text/html').end(page);
    if (!url.endsWith('.js')) return res.writeHead(404).end();
    const file = join(root, folders[url] ?? 'packages/client/dist/src', url);
    return res.setHeader('content-type', 'text/javascript').end(readFileSync(file));
  });
  beforeAll(async () => {
    await once(server.listen(0, 'localhost'), 'listening');
  });
  afterAll(async () => {
    server.close();
  });

  test('calls the hub from a page of another origin', async () => {
    const chromium = await open();
    await chromium.goto(`http://localhost:${(server.address() as AddressInfo).port}`);
    const input = await programInput(hub);
    const result = await chromium.evaluate(
      async ({ program, given }) => {
        const { useClient } = (await import(program)) as { useClient: (given: object) => Promise<unknown> };
        return useClient(given);
      },
      { program: '/program.js', given: input },
    );
    expect(result).toEqual(expectedResult);
  });
});
