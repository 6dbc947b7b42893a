/**
 * The hub of `npm start`: the commands of the README, and then short forms of `npm run chaos` and `npm run kills`. Its parts are
 * killed while writers are at work. Nothing is lost and nothing is doubled.
 */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { lifetime } from '@order-hub/shared/lifetime';
import { eventually } from '@order-hub/testing/call';
import { sized } from '@order-hub/testing/extent';
import { freePort } from '@order-hub/testing/free-port';
import type { TestRabbitmq } from '@order-hub/testing/rabbitmq';
import { startBroker } from '../../src/broker.ts';
import { runChaosOn, type ChaosReport } from '../../src/chaos/run-chaos.ts';
import { startRunner, type Runner } from '../../src/chaos/runner.ts';
import { runKillsOn } from '../../src/kills/run-kills.ts';
import { root } from '../../src/root.ts';
import { onEveryBus } from '../over-every-bus.ts';

const pace = sized({ inTurn: false, ordersAtFullPace: 10 }, { inTurn: true, ordersAtFullPace: 120 });
const kills = sized(2, 30);
const testMs = 600_000;

/** Shows the whole report when a count is wrong. */
function expectNothingLost({ verdict, faults, failures, output }: ChaosReport, said: readonly string[]): void {
  const story =
    Object.keys(faults).length === 0 ? '' : [...said, JSON.stringify({ verdict, failures }), output].join('\n');
  expect([faults, story]).toEqual([{}, '']);
  expect(verdict.acknowledged).toBeGreaterThan(0);
  // A writer may have requests in flight when a process dies, and until it is back.
  expect(verdict.attempted).toBe(verdict.acknowledged + verdict.unknown);
}

onEveryBus('a hub', (bus) => {
  const life = lifetime();
  let broker: TestRabbitmq | undefined;
  let folder: string;
  let runner: Runner;
  beforeAll(async () => {
    const started = bus === 'rabbitmq' ? await startBroker() : undefined;
    if (started && 'unavailable' in started) throw new Error(started.unavailable);
    if (started) broker = life.opened(started, ({ stop }) => stop());
    folder = life.opened(mkdtempSync(join(tmpdir(), 'order-hub-chaos-')), async (path) =>
      rmSync(path, { recursive: true, force: true }),
    );
    runner = life.opened(await startRunner(folder, broker?.url), ({ stop }) => stop());
  }, testMs);
  afterAll(() => life.close(), testMs);

  // As they are printed, with another port and folder.
  const describeOnce = bus === 'direct' ? describe : describe.skip;
  describeOnce('the README and the first screen', () => {
    const children: ChildProcess[] = [];

    /** Long enough for a slow machine; a loop that never ends fails. */
    const pasteMs = 300_000;

    let receiverPort: number;

    let readme: string;

    let screen: string;

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
      receiverPort = await freePort();
      const { port } = new URL(runner.address().base_url);
      readme = readFileSync(join(root, 'README.md'), 'utf8')
        .replaceAll('localhost:8080', `localhost:${port}`)
        .replaceAll("'.hub/", `'${folder}/`)
        .replaceAll('localhost:3000', `localhost:${receiverPort}`)
        .replaceAll('listen(3000)', `listen(${receiverPort})`);
      await eventually(() => runner.output().includes('Stop: Ctrl-C'));
      screen = runner.output();
    });

    afterAll(async () => {
      const running = children.filter(({ exitCode }) => exitCode === null);
      await Promise.all(running.map((child) => (child.kill(), once(child, 'exit'))));
    });

    test('the curl commands of the first screen create an order and show its event', async () => {
      const [create = '', showEvents = '', showOrders = '', showCustomer = '', showMenu = ''] = screen
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
      const [, home = ''] = /Back office +(\S+)/.exec(screen) ?? [];
      const [, email = '', password = ''] = /Demo user +(\S+), password (\S+):/.exec(screen) ?? [];
      const logIn = await fetch(home);
      expect(logIn.url).toContain('/back-office/log-in');
      const [, form_token = ''] = /name="form_token" value="([^"]+)"/.exec(await logIn.text()) ?? [];
      const cookie = logIn.headers
        .getSetCookie()
        .map((line) => line.split(';')[0])
        .join('; ');
      const body = new URLSearchParams({ form_token, email, password });
      const { status, headers } = await fetch(logIn.url, {
        method: 'POST',
        headers: { cookie },
        body,
        redirect: 'manual',
      });
      expect([status, headers.get('location')]).toEqual([303, '/back-office']);
    });

    test('the client secrets are on the screen, and the receiver says where to find them when it has none', async () => {
      const demo = JSON.parse(readFileSync(join(folder, 'demo.json'), 'utf8'));
      expect(screen).toContain(demo.till.client_secret);
      expect(screen).toContain(join(folder, 'demo.json'));
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
  });

  test(
    'kill -9 of every part loses no order and no event, and doubles none',
    async () => {
      const said: string[] = [];
      const say = (text: string) => void said.push(text);
      expectNothingLost(await runChaosOn(runner, { broker, rounds: 1, atOnce: true, ...pace, say }), said);
    },
    testMs,
  );

  test(
    'kills of the gateway and of orders make no second order for a key',
    async () => {
      const { doubled, missing, different, keys } = await runKillsOn(runner, kills);
      expect([{ doubled, missing, different }, keys > 0]).toEqual([{ doubled: 0, missing: 0, different: 0 }, true]);
    },
    testMs,
  );
});
