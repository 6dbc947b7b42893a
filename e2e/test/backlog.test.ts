/** What operators do about what could not be delivered (docs/api/back-office.md#backlog). */
import { expect, test } from '@jest/globals';
import { operatorClient } from '@order-hub/operator/client';
import * as management from '@order-hub/shared/management/backlog';
import { eventually } from '@order-hub/testing/call';
import pg from 'pg';
import { hubCommand } from '../src/command-line.ts';
import { startReceiver } from '../src/receiver.ts';
import { aTenant } from '../src/tenant.ts';
import { overEveryBus } from './over-every-bus.ts';

const order = { status: 'new', items: [{ product_name: 'Margherita', price: '9.50 EUR', quantity: '1' }] };
const statuses = ['received', 'accepted', 'in_preparation', 'awaiting_collection', 'completed'];

/** Runs statements as the superuser of the database. */
async function withDatabase<Result>(url: string, work: (db: pg.Client) => Promise<Result>): Promise<Result> {
  const db = new pg.Client({ connectionString: url });
  await db.connect();
  return work(db).finally(() => db.end());
}

overEveryBus('the backlog', (hub) => {
  const command = hubCommand(hub.data_folder);
  // For what is asked again and again: each command starts a process.
  const { ask } = operatorClient(hub.operator);
  const backlogOf = async (connection: string) =>
    (await ask(management.retrieveBacklog, { params: {}, input: { connection } })).events;
  const droppedOf = async (connection: string) =>
    (await ask(management.listDroppedEvents, { params: {}, input: { connection } })).items;
  const parkedAt = async (key: string) =>
    (await ask(management.listParkedMessages, { params: {}, input: { topic: 'change' } })).items.find(
      (message) => message.key === key,
    );

  test('dropped events are replayed when the app works again: each arrives once, in order', async () => {
    const tenant = await aTenant(hub);
    const place = { location_id: tenant.location_ids[0] };
    const [website, till] = [await tenant.connect('website', place), await tenant.connect('till', place)];
    let isBroken = true;
    const receiver = await startReceiver(till.client_secret, () => isBroken);
    await till.call('POST /callback', { body: { url: receiver.url, events: { order: ['create', 'update'] } } });
    const { body } = await website.call('POST /location/orders', { body: order });
    for (const status of statuses) {
      expect((await website.call(`PATCH /location/orders/${body.id}`, { body: { status } })).status).toBe(200);
    }
    const sent = 1 + statuses.length;
    const filters = { connection: till.id };
    await eventually(async () => {
      const [found] = (await backlogOf(till.id))?.connections ?? [];
      return found?.waiting.count === sent && found.reasons[0] === 'answers 503';
    });
    // The next attempt of each is its last one.
    const dropped = await eventually(async () => {
      await withDatabase(hub.database_url, (db) =>
        db.query(
          `update events.events e set attempts = 6, next_attempt_at = now()
           from events.callbacks cb where cb.id = e.callback_id and cb.connection_id = $1 and e.lease_id is null`,
          [till.id],
        ),
      );
      const items = await droppedOf(till.id);
      return items.length === sent && items;
    });
    expect((await command('dropped list', filters)).items).toEqual(dropped);
    expect(dropped[0]).toMatchObject({ type: 'order.update', resource_id: body.id, reason: 'status 503', attempts: 7 });
    expect((await command('backlog', filters)).events).toMatchObject({ connections: [], dropped: { count: sent } });

    isBroken = false;
    receiver.received.length = 0;
    expect(await command('dropped replay', filters)).toEqual({ replayed: sent, without_callback: 0 });
    expect(await command('dropped replay', filters)).toEqual({ replayed: 0, without_callback: 0 });
    await eventually(() => receiver.received.length >= sent);
    await eventually(async () => (await backlogOf(till.id))?.connections.length === 0);
    const ids = dropped.map(({ id }) => id).reverse();
    expect(receiver.received.map(({ event, isSigned }) => [event.id, isSigned])).toEqual(ids.map((id) => [id, true]));
    expect(receiver.received.map(({ event }) => event.new_state.status)).toEqual(['new', ...statuses]);
    expect(await droppedOf(till.id)).toEqual([]);
    await receiver.close();
  });

  test('a message that its consumer rejected is sent again after the repair, and its event arrives once', async () => {
    const tenant = await aTenant(hub);
    const place = { location_id: tenant.location_ids[1] };
    const [website, till] = [await tenant.connect('website', place), await tenant.connect('till', place)];
    const receiver = await startReceiver(till.client_secret);
    await till.call('POST /callback', { body: { url: receiver.url, events: { order: ['create'] } } });
    const constraint = `refused_${tenant.account_id}`;
    const run = (text: string) => withDatabase(hub.database_url, (db) => db.query(text));
    // The events service cannot store changes of this location.
    await run(
      `alter table events.changes add constraint ${constraint} check (ids not like '%${place.location_id}%') not valid`,
    );
    const { body } = await website.call('POST /location/orders', { body: order });
    const key = place.location_id;
    const parked = await eventually(() => parkedAt(key));
    expect(parked).toMatchObject({ service: hub.bus === 'direct' ? 'orders' : 'events', attempts: 1 });
    expect(parked.reason).toContain(constraint);
    expect((await command('parked list', { topic: 'change', service: parked.service })).items).toContainEqual(parked);
    expect(JSON.stringify(parked)).not.toContain('Margherita');
    expect(await command('parked show', { id: parked.id })).toMatchObject({
      ...{ type: 'order.create', account_id: tenant.account_id, ids: { order_id: body.id } },
    });

    await command('parked retry', { id: parked.id });
    const again = await eventually(async () => {
      const found = await parkedAt(key);
      return found?.attempts === 2 && found;
    });
    expect(again.reason).toContain(constraint);

    await run(`alter table events.changes drop constraint ${constraint}`);
    expect(await command('parked retry', { id: parked.id })).toEqual({ retried: 1, unavailable: [] });
    await eventually(() => receiver.received.length > 0);
    await eventually(async () => (await backlogOf(till.id))?.connections.length === 0);
    expect(receiver.received.map(({ event }) => event.order_id)).toEqual([body.id]);
    await expect(command('parked show', { id: parked.id })).rejects.toThrow('Message not found');
    expect(await parkedAt(key)).toBeUndefined();
    await receiver.close();
  });
});
