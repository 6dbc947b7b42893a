/** The apps with trouble of all accounts, as auth asks for them (docs/api/back-office.md#apps-with-trouble). */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { newId, timeOfId } from '@order-hub/shared/ids';
import { listTrouble, type AppTrouble } from '@order-hub/shared/trouble-calls';
import { eventually, type TestCaller } from '@order-hub/testing/call';
import { anOrderChange } from './builders.ts';
import { startReceiver } from './receiver.ts';
import { startTestService, type TestService } from './service.ts';

let service: TestService;
let now: Date | undefined;
beforeAll(async () => {
  const env = { CALLBACK_RETRY_BASE_SECONDS: '600' };
  service = await startTestService(env, { now: () => now ?? new Date() });
});
afterAll(() => service.close());

/** The answers to a whole round. */
async function partsOf() {
  const parts: AppTrouble[][] = [];
  for (let after: string | null = ''; after !== null;) {
    const asked: { body: object; status: number } = await service.call('POST /internal/trouble', {
      ...{ internal: 'events', from: 'auth', body: { after } },
    });
    expect(asked.status).toBe(200);
    const part: { trouble: AppTrouble[]; next: string | null } = listTrouble.reply.parse(asked.body);
    parts.push(part.trouble);
    after = part.next;
  }
  return parts;
}

const troubleOf = async (...callers: TestCaller[]) => {
  const ids = callers.map(({ connection_id }) => connection_id);
  return (await partsOf()).flat().filter(({ connection_id }) => ids.includes(connection_id));
};

test('of all accounts: a silent till and a failing app, until they work again', async () => {
  let status = 500;
  const hook = await startReceiver((res) => void res.writeHead(status).end());
  try {
    const till = await service.subscriber({ order: ['create'] });
    const app = await service.subscriber({ order: ['create'] }, hook.url);
    const well = await service.subscriber({ order: ['create'] });
    await service.sendChanges(anOrderChange(till), anOrderChange(app));
    const failing = await eventually(() => troubleOf(till, app, well));
    const of = ({ connection_id, account, location_id }: TestCaller) => ({
      ...{ connection_id, account_id: account?.id, location_id },
    });
    expect(failing).toEqual([{ ...of(app), kind: 'failing', status: 500, reason: null, since: expect.any(String) }]);
    const [event] = await service.listed(till);
    const since = timeOfId(event.id);
    now = new Date(since.getTime() + 600_001);
    expect((await troubleOf(till, well))[0]).toEqual({
      ...of(till),
      ...{ kind: 'silent', status: null, reason: null, since: since.toISOString() },
    });
    await service.call(`DELETE /callback/events/${event.id}`, { as: till });
    status = 200;
    await service.sendChanges(anOrderChange(app));
    await eventually(async () => (await troubleOf(till, app)).length === 0);
  } finally {
    await hook.close();
    now = undefined;
  }
});

test('those of connections that are not active are left out', async () => {
  const till = await service.subscriber({ order: ['create'] });
  await service.sendChanges(anOrderChange(till));
  now = new Date(Date.now() + 3_600_000);
  expect(await troubleOf(till)).toHaveLength(1);
  await service.sendConnection(till, { version: 2, status: 'blocked' });
  expect(await troubleOf(till)).toEqual([]);
  now = undefined;
});

test('in parts of a thousand callbacks each, of which each app is in one', async () => {
  const account_id = newId();
  await service.db.query(
    `with made as (select 'many' || lpad(n::text, 5, '0') as id from generate_series(1, 2500) n),
     connected as (insert into connections (id, version, status, client_id, account_id, scope)
       select id, 1, 'active', 'client', $1, 'account[orders.read]' from made)
     insert into callbacks (connection_id, account_id, id, url, events, subscribed, refusals, refusal_status)
       select id, $1, 'callback-' || id, 'http://127.0.0.1:1', '{}', '{order.create}', 20, 404 from made`,
    [account_id],
  );
  const parts = await partsOf();
  const found = parts.map((part) => part.filter((one) => one.account_id === account_id));
  expect(parts).toHaveLength(3);
  for (const part of parts) expect(part.length).toBeLessThan(1_001);
  expect(new Set(found.flat().map(({ connection_id }) => connection_id)).size).toBe(2_500);
  expect(found.flat()).toHaveLength(2_500);
  expect(found.flat()[0]).toMatchObject({ kind: 'refusing', status: 404, location_id: null, since: null });
});

test('is told to auth alone', async () => {
  const asked = { internal: 'events', body: { after: '' } } as const;
  expect((await service.call('POST /internal/trouble', { ...asked, from: 'gateway' })).status).toBe(401);
});

test.each([[{ after: 'x'.repeat(65) }], [{ after: 7 }]])('%j is refused', async (body) => {
  const { status } = await service.call('POST /internal/trouble', { internal: 'events', from: 'auth', body });
  expect(status).toBe(422);
});
