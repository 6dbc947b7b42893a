/**
 * Runs the commands of the README and of the first screen as they are printed, with another port and folder.
 */
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { eventually } from '@order-hub/testing/call';
import { freePort } from '@order-hub/testing/free-port';

const root = resolve(fileURLToPath(import.meta.url), '../../..');
const folder = mkdtempSync(join(tmpdir(), 'order-hub-readme-'));
const children: ChildProcess[] = [];
/** Long enough for a slow machine; a loop that never ends fails. */
const pasteMs = 120_000;

let port: number;
let receiverPort: number;
let readme: string;
const screen: string[] = [];

/** Starts a program and collects its output. It is stopped after the tests. */
function start(file: string, env: NodeJS.ProcessEnv, output: string[]): ChildProcess {
  const child = spawn(process.execPath, [file], { cwd: root, env: { ...process.env, ...env } });
  child.stdout.on('data', (text: Buffer) => output.push(text.toString()));
  child.stderr.on('data', (text: Buffer) => output.push(text.toString()));
  children.push(child);
  return child;
}

/** Runs shell lines as a newcomer would paste them. Throws when one fails or does not end. */
async function paste(lines: string): Promise<string> {
  const env = { ...process.env, HUB_DATA_DIR: folder };
  const { stdout } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', lines], {
    cwd: root,
    env,
    timeout: pasteMs,
  });
  return stdout;
}

const blocks = (language: string) =>
  [...readme.matchAll(new RegExp(`^\`\`\`${language}\\n([^]*?)^\`\`\``, 'gm'))].map(([, text = '']) => text);

beforeAll(async () => {
  [port, receiverPort] = [await freePort(), await freePort()];
  readme = readFileSync(join(root, 'README.md'), 'utf8')
    .replaceAll('localhost:8080', `localhost:${port}`)
    .replaceAll("'.hub/", `'${folder}/`)
    .replaceAll('localhost:3000', `localhost:${receiverPort}`)
    .replaceAll('listen(3000)', `listen(${receiverPort})`);
  const env = { PORT: String(port), HUB_DATA_DIR: folder, AMQP_URL: '', DATABASE_URL: '' };
  start(join(root, 'packages/local/dist/src/main.js'), env, screen);
  await eventually(() => screen.join('').includes('Stop: Ctrl-C'), 90_000);
});

afterAll(async () => {
  const ended = children.map(
    (child) => new Promise((done) => (child.exitCode === null ? child.once('exit', done) : done(0))),
  );
  for (const child of children) child.kill('SIGTERM');
  await Promise.all(ended);
  rmSync(folder, { recursive: true, force: true });
});

test('the curl commands of the first screen create an order and show its event', async () => {
  const [create = '', showEvents = '', showOrders = '', showCustomer = '', showMenu = ''] = screen
    .join('')
    .split('\n')
    .filter((line) => line.startsWith('curl '));
  const order = JSON.parse(await paste(create));
  expect(order.status).toBe('new');
  await eventually(async () => (await paste(showEvents)).includes(order.id));
  expect(await paste(showOrders)).toContain(order.id);
  const customer = JSON.parse(await paste(showCustomer));
  expect([order.customer.id, customer.nb_orders, customer.order_total]).toEqual([customer.id, 1, order.total]);
  expect(JSON.parse(await paste(showMenu)).data.products).toHaveLength(13);
  expect(customer.loyalty_cards).toMatchObject([{ ref: 'PIZZA', balance: '69.0' }]);
});

test('the demo user logs in to the back office with the password on the screen', async () => {
  const [, home = ''] = /Back office +(\S+)/.exec(screen.join('')) ?? [];
  const [, email = '', password = ''] = /Demo user +(\S+), password (\S+):/.exec(screen.join('')) ?? [];
  const logIn = await fetch(home);
  expect(logIn.url).toContain('/back-office/log-in');
  const [, form_token = ''] = /name="form_token" value="([^"]+)"/.exec(await logIn.text()) ?? [];
  const cookie = logIn.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
  const body = new URLSearchParams({ form_token, email, password });
  const { status, headers } = await fetch(logIn.url, { method: 'POST', headers: { cookie }, body, redirect: 'manual' });
  expect([status, headers.get('location')]).toEqual([303, '/back-office']);
});

test('the client secrets are on the screen, and the receiver says where to find them when it has none', async () => {
  const demo = JSON.parse(readFileSync(join(folder, 'demo.json'), 'utf8'));
  expect(screen.join('')).toContain(demo.till.client_secret);
  expect(screen.join('')).toContain(join(folder, 'demo.json'));
  const receiver = join(folder, 'receiver-without-secret.mjs');
  writeFileSync(receiver, blocks('js')[0] ?? '');
  const output: string[] = [];
  const child = start(receiver, { CLIENT_SECRET: '' }, output);
  await eventually(() => child.exitCode !== null);
  expect([child.exitCode, output.join('')]).toEqual([1, expect.stringMatching(/^Set CLIENT_SECRET [^\n]+\n$/)]);
});

test(
  'the commands of the README do what it says',
  async () => {
    const receiver = join(folder, 'receiver.mjs');
    const [code = ''] = blocks('js');
    writeFileSync(receiver, code);
    const [first = '', push = '', own = ''] = blocks('sh');
    expect(await paste(first)).toContain('"total":"23.60 EUR"');

    const demo = JSON.parse(readFileSync(join(folder, 'demo.json'), 'utf8'));
    const received: string[] = [];
    start(receiver, { CLIENT_SECRET: demo.till.client_secret }, received);
    const [settings = '', placeOrder = ''] = first.split('\n\n');
    await paste(`${settings}\n${push}`);
    await paste(`${settings}\n${placeOrder}`);
    await eventually(() => received.join('').includes("event_type: 'create'"));

    expect(await paste(own)).toContain('"access_token"');
  },
  3 * pasteMs,
);
