/** `hub` for a developer: logging in, and the events of a connection on their own machine (docs/command-line.md). */
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { verifyWebhook } from '@order-hub/client/signature';
import { eventually } from '@order-hub/testing/call';
import { runHub, startHub } from '../src/command-line.ts';
import { startReceiver, type Receiver } from '../src/receiver.ts';
import { aTenant, type Connected, type Tenant } from '../src/tenant.ts';
import { overEveryBus } from './over-every-bus.ts';

overEveryBus('the command line', (hub) => {
  const folder = mkdtempSync(join(tmpdir(), 'hub-config-'));
  const env = { XDG_CONFIG_HOME: folder };
  let tenant: Tenant;
  let till: Connected;
  let website: Connected;
  let chain: Connected;
  let receiver: Receiver;
  let refusals = 0;
  let listener: ReturnType<typeof startHub> | undefined;

  const address = hub.base_url.replace(/\/v1$/, '');
  const run = (...args: string[]) => runHub(args, { env });

  /** Runs a command that must succeed. Returns its JSON. */
  async function hubCommand(...args: string[]) {
    const { code, stdout, stderr } = await run(...args);
    expect([code, stderr]).toEqual([0, '']);
    return JSON.parse(stdout);
  }

  const login = (profile: string, { access_token, client_secret }: Connected) =>
    runHub(['login', '--hub', address, '--profile', profile, '--with-client-secret'], {
      env,
      stdin: `${access_token}\n${client_secret}\n`,
    });

  /** Starts `hub listen` for the till, until it says this. */
  async function listen(sentence: string, ...options: string[]) {
    const started = (listener = startHub(['listen', '--profile', 'till', ...options], { env }));
    await eventually(async () => started.output.stderr.includes(sentence));
    return started;
  }

  const linesOf = (started: ReturnType<typeof startHub>) =>
    started.output.stdout
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line));

  async function stop(started: ReturnType<typeof startHub>) {
    started.interrupt();
    expect(await started.ended).toBe(0);
    return started.output.stderr;
  }

  beforeAll(async () => {
    tenant = await aTenant(hub);
    const [location_id] = tenant.location_ids;
    till = await tenant.connect('Till', { location_id });
    website = await tenant.connect('Website', { location_id });
    chain = await tenant.connect('Chain', { account_id: tenant.account_id });
    receiver = await startReceiver(till.client_secret, () => (refusals -= 1) >= 0);
    expect((await login('till', till)).code).toBe(0);
    expect((await login('website', website)).code).toBe(0);
  });
  afterEach(() => void listener?.kill());
  afterAll(async () => {
    await receiver.close();
    rmSync(folder, { recursive: true });
  });

  test('keeps a login that the hub has accepted, for its owner alone', async () => {
    const [location_id] = tenant.location_ids;
    expect(await hubCommand('whoami', '--profile', 'till')).toMatchObject({
      ...{ profile: 'till', hub: hub.base_url },
      ...{ account: { id: tenant.account_id }, location: { id: location_id } },
    });
    expect(statSync(join(folder, 'order-hub', 'config.json')).mode & 0o777).toBe(0o600);
    const wrong = await login('wrong', { ...till, access_token: 'wrong' });
    expect([wrong.code, wrong.stdout]).toEqual([1, '']);
    expect(wrong.stderr).toMatch(/refuses the access token of the login wrong: .*Nothing was saved\.\n$/);
    const kept = await run('profile', 'list');
    expect(JSON.parse(kept.stdout)).toEqual([
      { profile: 'till', hub: hub.base_url, signs: true },
      { profile: 'website', hub: hub.base_url, signs: true },
    ]);
    expect(kept.stdout).not.toContain(till.access_token);
  });

  test('lists and shows what the connection reaches, of a location or of an account', async () => {
    const { id } = await website.api.createOrder({ body: { status: 'new' } });
    const catalog = await website.api.createCatalog({
      body: { name: 'Menu', data: { categories: [{ ref: 'PIZZA', name: 'Pizze' }] } },
    });
    const own = { ...env, HUB_URL: address, HUB_ACCESS_TOKEN: chain.access_token };
    const ofAccount = await runHub(['order', 'list', '--filter', 'status=new'], { env: own });
    expect(JSON.parse(ofAccount.stdout)).toEqual(expect.arrayContaining([expect.objectContaining({ id })]));
    expect(await hubCommand('order', 'show', id, '--profile', 'website')).toMatchObject({ id, status: 'new' });
    expect(await hubCommand('order', 'list', '--limit', '1', '--profile', 'website')).toHaveLength(1);
    const categories = await hubCommand('category', 'list', '--catalog', catalog.id, '--profile', 'website');
    expect(categories).toMatchObject([{ ref: 'PIZZA' }]);
    expect((await run('order', 'list', '--filter', 'statos=new', '--profile', 'till')).stderr).toContain('--statos');
    expect((await run('order', 'show', 'nothing', '--profile', 'till')).stderr).toBe('Order not found\n');
  });

  test('completes commands', async () => {
    expect((await run('complete', '--', 'listen', '--f')).stdout).toContain('--forward-to\t');
    expect((await run('complete', 'bash')).stdout).toContain('complete -F');
  });

  test('the environment takes the place of a login; a token never goes to another hub', async () => {
    const own = { ...env, HUB_URL: address, HUB_ACCESS_TOKEN: website.access_token };
    const { stdout } = await runHub(['whoami'], { env: own });
    expect(JSON.parse(stdout)).toMatchObject({ profile: null, location: { id: tenant.location_ids[0] } });
    const { stderr } = await runHub(['whoami'], { env: { ...env, HUB_URL: 'http://127.0.0.1:1' } });
    expect(stderr).toContain('belong together');
    expect((await run('whoami')).stderr).toContain('You are not logged in');
  });

  test('forwards signed events, retries what is not acknowledged, and deletes its callback at the end', async () => {
    const started = await listen('Events are forwarded', '--forward-to', receiver.url, '--events', 'order.create');
    refusals = 1;
    const [made] = await hubCommand('trigger', 'order.create', '--profile', 'till');
    const [order] = await hubCommand('trigger', 'order.create', '--real', '--profile', 'website');
    await eventually(async () => linesOf(started).length >= 3);
    const sent = (id: string) => receiver.received.filter(({ event }) => event.id === id);
    expect(sent(made.id)).toHaveLength(2);
    const real = receiver.received.find(({ event }) => event.order_id === order.id);
    expect(real).toMatchObject({ isSigned: true, headers: { 'webhook-id': real?.event.id } });
    expect(await verifyWebhook(real?.raw ?? '', real?.headers ?? {}, till.client_secret)).toBe(true);
    const kind = { resource_type: 'order', event_type: 'create' };
    expect(linesOf(started).map(({ status, retry_seconds, event }) => [event.id, status, retry_seconds])).toEqual(
      expect.arrayContaining([
        [made.id, 503, 1],
        [made.id, 200, null],
        [real?.event.id, 200, null],
      ]),
    );
    expect(linesOf(started)[0].event).toMatchObject(kind);
    await eventually(async () => (await till.api.listEvents().toArray()).length === 0);
    expect(await stop(started)).toContain('The callback is deleted again');
    expect(await till.api.retrieveCallback()).toEqual({ url: null, events: {} });
  });

  test('takes the place of an active callback only when told to, and restores it', async () => {
    const before = { url: 'https://till.example/events', events: { delivery: ['create' as const] } };
    await till.api.saveCallback({ body: before });
    const refused = await run('listen', '--profile', 'till', '--print');
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringMatching(/till.example.*--replace/)]);
    const started = await listen('Events are printed', '--print', '--replace', '--events', 'order.create');
    expect(await till.api.retrieveCallback()).toEqual({
      url: null,
      events: { delivery: ['create'], order: ['create'] },
    });
    const [order] = await hubCommand('trigger', 'order.create', '--real', '--profile', 'website');
    await eventually(async () => linesOf(started).some(({ event }) => event.new_state.id === order.id));
    expect(await stop(started)).toContain('The callback is restored');
    expect(await till.api.retrieveCallback()).toEqual(before);
    await till.api.deleteCallback();
  });

  test('says what is wrong', async () => {
    expect((await run('trigger', 'order.create', '--profile', 'till')).stderr).toContain('run `hub listen` first');
    expect((await run('trigger', 'order.eat', '--profile', 'till')).stderr).toContain('There are no events order.eat');
    expect((await run('listen', '--profile', 'till')).stderr).toContain('--forward-to, --print or both');
  });

  test('forgets a login', async () => {
    expect(await hubCommand('logout', '--profile', 'website')).toEqual({ profile: 'website', hub: hub.base_url });
    expect((await run('whoami', '--profile', 'website')).stderr).toContain('You are not logged in');
  });
});
