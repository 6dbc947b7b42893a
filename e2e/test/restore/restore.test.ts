/**
 * A backup of PostgreSQL that was taken under load is restored beside it, as docs/operations.md#back-up-and-restore says:
 * `npm run test:wide -- restore`. (test/compose does so with pg_basebackup, which the embedded PostgreSQL lacks.)
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Schemas } from '@order-hub/client';
import type { Hub } from '@order-hub/local/hub';
import { lifetime } from '@order-hub/shared/lifetime';
import { eventually } from '@order-hub/testing/call';
import { startBroker } from '../../src/broker.ts';
import { placeOrders } from '../../src/compose/place-orders.ts';
import { startReceiver } from '../../src/receiver.ts';
import { backUp } from '../../src/restore/back-up.ts';
import { startClusters } from '../../src/restore/clusters.ts';
import { startHubOn } from '../../src/restore/restored-hub.ts';
import { watchPosition } from '../../src/restore/watch-position.ts';
import { aTenant, apiOf, type Connected } from '../../src/tenant.ts';

type Event = Schemas['EventSummary'];

const patienceMs = 240_000;
const writers = 4;
const events: Schemas['CallbackEvents'] = { order: ['create'] };
const say = (line: string) => void process.stdout.write(`${line}\n`);

async function brokerFor(bus: string) {
  if (bus === 'direct') return { url: undefined, stop: () => Promise.resolve() };
  const broker = await startBroker();
  if ('unavailable' in broker) throw new Error(broker.unavailable);
  return broker;
}

/** Three clients of a location, and the receiver of the kitchen's callbacks, which is away at first. */
async function openPlace(hub: Hub) {
  const tenant = await aTenant(hub);
  const place = { location_id: tenant.location_ids[0] };
  const website = await tenant.connect('website', place);
  const till = await tenant.connect('till', place);
  const kitchen = await tenant.connect('kitchen', place);
  let isAway = true;
  const receiver = await startReceiver(kitchen.client_secret, () => isAway);
  await till.api.saveCallback({ body: { url: null, events } });
  await kitchen.api.saveCallback({ body: { url: receiver.url, events } });
  return { website, till, receiver, openKitchen: () => (isAway = false) };
}

const listEvents = (hub: Hub, till: Connected) => apiOf(hub.base_url, till).listEvents().toArray();
const idsOf = (elements: readonly { id: string }[]) => elements.map(({ id }) => id);

describe.each(['direct', 'rabbitmq'])('a backup under load, over the bus %s', (bus) => {
  const life = lifetime();
  const folder = mkdtempSync(join(tmpdir(), 'order-hub-restored-'));
  let hub: Hub;
  let place: Awaited<ReturnType<typeof openPlace>>;
  let listedBefore: Event[];
  let kept: string[];
  let later: string[];
  let stored: string[];
  let listedAfter: Event[];

  beforeAll(async () => {
    life.opened(folder, async (path) => rmSync(path, { recursive: true, force: true }));
    const clusters = life.opened(await startClusters(), ({ remove }) => remove());
    const postgres = await clusters.create('data');
    const broker = await brokerFor(bus);
    const lost = await startHubOn({ folder, database: postgres.url, broker: broker.url });
    place = await openPlace(lost);
    life.opened(place.receiver, ({ close }) => close());

    const load = placeOrders(place.website.api, writers);
    const position = await watchPosition(postgres.url, load.placed);
    await eventually(() => load.placed.length > 200, patienceMs);
    listedBefore = await listEvents(lost, place.till);
    const backup = clusters.folder('backup');
    const end = await backUp(postgres, backup);
    const during = load.placed.length;
    await eventually(() => load.placed.length > during + 100, patienceMs);
    const { placed, failures } = await load.stop();
    await position.stop();
    expect(failures).toEqual([]);
    kept = position.ordersBefore(end);
    // Without those that were under way.
    later = placed.slice(during + writers);

    // The disaster.
    await postgres.crash();
    await lost.stop();
    await broker.stop();
    const restored = life.opened(await clusters.start(backup), ({ stop }) => stop());
    // It has no queues: docs/operations.md#restore-postgresql.
    const empty = life.opened(await brokerFor(bus), ({ stop }) => stop());
    hub = life.opened(await startHubOn({ folder, database: restored.url, broker: empty.url }), ({ stop }) => stop());
    stored = idsOf(await apiOf(hub.base_url, place.website).listOrders().toArray());
  }, 600_000);
  afterAll(() => life.close());

  test('orders that were placed before its end are there, those after it are not, and none is there twice', () => {
    say(
      `${bus}: ${kept.length} orders before the end of the backup, ${later.length} after it, ${stored.length} restored`,
    );
    expect(kept.length).toBeGreaterThan(listedBefore.length);
    expect(kept.filter((id) => !stored.includes(id))).toEqual([]);
    expect(later.filter((id) => stored.includes(id))).toEqual([]);
    expect(new Set(stored).size).toBe(stored.length);
  });

  test('events in lists have the ids that they had, and none is there twice', async () => {
    const isComplete = async () => {
      listedAfter = await listEvents(hub, place.till);
      return bus === 'rabbitmq' || listedAfter.length >= stored.length;
    };
    await eventually(isComplete, patienceMs).catch(() => undefined);
    const known = new Set(idsOf(listedAfter));
    expect(idsOf(listedBefore).filter((id) => !known.has(id))).toEqual([]);
    const about = listedAfter.map(({ order_id = '' }) => order_id);
    expect(new Set(about).size).toBe(about.length);
    expect(about.filter((id) => !stored.includes(id))).toEqual([]);
  });

  test('every restored order has its event, but for those whose message was in a queue of RabbitMQ', () => {
    const about = new Set(listedAfter.map(({ order_id }) => order_id));
    const missing = stored.filter((id) => !about.has(id));
    say(`${bus}: the messages of ${missing.length} orders were in a queue when the backup ended`);
    if (bus === 'direct') expect(missing).toEqual([]);
  });

  test('events that had not been acknowledged are pushed, with the same ids', async () => {
    const received = () =>
      new Set(place.receiver.received.filter(({ isSigned }) => isSigned).map(({ event }) => event.order_id));
    const before = place.receiver.received.length;
    place.openKitchen();
    const waiting = new Set(listedAfter.map(({ order_id }) => order_id));
    await eventually(() => [...waiting].every((id) => received().has(id)), patienceMs);
    await eventually(async () => {
      const pushed = new Set(place.receiver.received.slice(before).map(({ event }) => event.order_id));
      return [...waiting].every((id) => pushed.has(id));
    }, patienceMs);
    const idOf = new Map<string, string>();
    for (const { event } of place.receiver.received) {
      if (!listedBefore.some(({ order_id }) => order_id === event.order_id)) continue;
      expect(idOf.get(event.order_id) ?? event.id).toBe(event.id);
      idOf.set(event.order_id, event.id);
    }
  });

  test('tokens work, and a new order has one event', async () => {
    const { id } = await apiOf(hub.base_url, place.website).createOrder({ body: { status: 'new' } });
    const isOfOrder = ({ order_id }: Event) => order_id === id;
    await eventually(async () => (await listEvents(hub, place.till)).some(isOfOrder), patienceMs);
    expect((await listEvents(hub, place.till)).filter(isOfOrder)).toHaveLength(1);
  });
});
