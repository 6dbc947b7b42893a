import { afterEach, expect, test } from '@jest/globals';
import { eventually } from '@order-hub/testing/call';
import { aLocationCaller, aTenant } from './builders.ts';
import { startTestAuth, type TestAuth } from './service.ts';

let auth: TestAuth;
let time = new Date('2026-03-29T00:30:00Z');
const now = () => time;

afterEach(() => auth.close());

async function aPausedLocation(resume_at: string | null) {
  const tenant = await aTenant(auth);
  const as = await aLocationCaller(auth, tenant);
  const path = `/locations/${tenant.location.id}`;
  const answer = await auth.call(`PATCH ${path}`, {
    as,
    body: { order_acceptance: { mode: 'paused', reason: 'Full', resume_at } },
  });
  expect(answer.status).toBe(200);
  return { id: tenant.location.id as string, get: async () => (await auth.call(`GET ${path}`, { as })).body };
}

const changes = (id: string) => auth.bodiesOf('change', id);

test('at resume_at a location is normal by itself, with one location.update of no client', async () => {
  auth = await startTestAuth({ now });
  const due = await aPausedLocation('2026-03-29T03:30:00+02:00');
  const later = await aPausedLocation('2026-03-29T04:30:00+02:00');
  const manual = await aPausedLocation(null);
  const paused = await due.get();
  expect(paused.order_acceptance).toEqual({ mode: 'paused', resume_at: '2026-03-29T03:30:00+02:00', reason: 'Full' });

  time = new Date('2026-03-29T01:30:00Z');
  await eventually(async () => (await due.get()).order_acceptance.mode === 'normal');
  const [, resumed] = await eventually(() => changes(due.id).length > 1 && changes(due.id));
  expect(resumed).toMatchObject({
    event_type: 'update',
    client_id: null,
    location_id: due.id,
    created_at: '2026-03-29T01:30:00.000Z',
  });
  expect(JSON.parse(resumed!.previous_state!)).toEqual(paused);
  expect(JSON.parse(resumed!.new_state!)).toEqual({ ...paused, order_acceptance: { mode: 'normal' } });
  expect((await later.get()).order_acceptance.mode).toBe('paused');
  expect((await manual.get()).order_acceptance.mode).toBe('paused');
  expect(changes(due.id)).toHaveLength(2);
});

test('a restart forgets none: what came due meanwhile is normal after the start', async () => {
  time = new Date('2026-03-29T00:30:00Z');
  auth = await startTestAuth({ now });
  const due = await aPausedLocation('2026-03-29T01:00:00Z');
  await auth.stop();
  time = new Date('2026-04-01T00:00:00Z');
  await auth.start();
  const resumed = await eventually(() => changes(due.id).find(({ client_id }) => client_id === null));
  expect(JSON.parse(resumed.new_state!).order_acceptance).toEqual({ mode: 'normal' });
});

test('of two services on one database, one changes each location', async () => {
  time = new Date('2026-03-29T00:30:00Z');
  auth = await startTestAuth({ now });
  const second = await startTestAuth({ now, database: auth.database });
  const locations = await Promise.all(Array.from({ length: 5 }, () => aPausedLocation('2026-03-29T01:00:00Z')));
  time = new Date('2026-03-29T01:00:00Z');
  const resumed = () =>
    [...auth.published, ...second.published].filter(
      ({ topic, body }) => topic === 'change' && JSON.parse(body).client_id === null,
    );
  await eventually(async () =>
    (await Promise.all(locations.map(({ get }) => get()))).every(
      ({ order_acceptance }) => order_acceptance.mode === 'normal',
    ),
  );
  await eventually(async () => (await auth.db.query('select 1 from outbox')).rowCount === 0);
  expect(
    resumed()
      .map(({ key }) => key)
      .sort(),
  ).toEqual(locations.map(({ id }) => id).sort());
  await second.close();
});

/** By the clock of this machine. */
const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1_000).toISOString();

const resumptions = (services: readonly TestAuth[], id: string) =>
  services.flatMap((service) => service.bodiesOf('change', id)).filter(({ client_id }) => client_id === null);

/** The one `location.update` of no client, once no message is waiting. */
async function theResumption(services: readonly TestAuth[], id: string) {
  await eventually(() => resumptions(services, id).length > 0);
  await eventually(async () => (await auth.db.query('select 1 from outbox')).rowCount === 0);
  const [resumed, ...more] = resumptions(services, id);
  expect(more).toEqual([]);
  return JSON.parse(resumed!.new_state!).order_acceptance;
}

test('by the real clock, with two services: normal again, with one location.update', async () => {
  auth = await startTestAuth();
  const second = await startTestAuth({ database: auth.database });
  const due = await aPausedLocation(inSeconds(5));
  await eventually(async () => (await due.get()).order_acceptance.mode === 'normal');
  expect(await theResumption([auth, second], due.id)).toEqual({ mode: 'normal' });
  await second.close();
});

test('by the real clock, when no service ran at that moment: normal after the start, with one location.update', async () => {
  auth = await startTestAuth();
  const due = await aPausedLocation(inSeconds(3_600));
  await auth.stop();
  await auth.db.query('update locations set resume_at = now() where id = $1', [due.id]);
  expect(resumptions([auth], due.id)).toEqual([]);
  await auth.start();
  expect(await theResumption([auth], due.id)).toEqual({ mode: 'normal' });
  expect((await due.get()).order_acceptance).toEqual({ mode: 'normal' });
});
