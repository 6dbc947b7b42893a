/** Mails about an app whose callback fails, of a whole hub whose auth is killed meanwhile (docs/api/back-office.md#apps-with-trouble). */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { eventually } from '@order-hub/testing/call';
import { startMailReceiver } from '../src/restarts/mail-receiver.ts';
import { startOwnHub, type OwnHub } from '../src/restarts/own-hub.ts';
import { aTenant } from '../src/tenant.ts';

const testMs = 300_000;
const patienceMs = 60_000;

/** What the application answers. */
let status = 200;
const application = createServer((req, res) => void req.resume().on('end', () => res.writeHead(status).end()));

let receiver: Awaited<ReturnType<typeof startMailReceiver>>;
let scene: OwnHub;
beforeAll(async () => {
  receiver = await startMailReceiver();
  await new Promise<void>((resolve) => application.listen(0, '127.0.0.1', resolve));
  scene = await startOwnHub({ drainSeconds: 0, settings: { ...receiver.settings, TROUBLE_MAIL_SECONDS: '2' } });
}, testMs);
afterAll(async () => {
  await scene.close();
  receiver.close();
  application.closeAllConnections();
  application.close();
}, testMs);

/** The marks of trouble in auth. */
const marks = (connection_id: string) =>
  scene.onDatabase(
    async (client) =>
      (await client.query('select mailed_at, seen_at from auth.troubles where connection_id = $1', [connection_id]))
        .rows as { mailed_at: Date | null; seen_at: Date }[],
  );

/** The mails that lead to the page of this connection. */
const mailsAbout = (connection_id: string) =>
  receiver.sources.filter((source) =>
    source.replaceAll('=\r\n', '').includes(`/back-office/connections/${connection_id}`),
  );

/** Waits until auth has looked at the trouble several times after it was mailed. */
const seenAgain = (connection_id: string) =>
  eventually(async () => {
    const [mark] = await marks(connection_id);
    return mark?.mailed_at ? mark.seen_at.getTime() - mark.mailed_at.getTime() > 1_000 : false;
  }, patienceMs);

test(
  'a callback that fails causes one mail, although auth is killed; one that works and fails again, a second',
  async () => {
    const { owner, connect, location_ids } = await aTenant(scene.hub);
    const place = { location_id: location_ids[0] ?? '' };
    const [till, website] = [await connect('Till', place), await connect('Website', place)];
    const url = `http://127.0.0.1:${(application.address() as AddressInfo).port}/`;
    await till.call('POST /callback', { body: { url, events: { order: ['create'] } } });
    const order = () =>
      website.call('POST /location/orders', {
        body: {
          ...{ status: 'new', service_type: 'collection', channel: 'Website' },
          items: [{ product_name: 'Margherita', price: '9.50 EUR', quantity: '1' }],
        },
      });

    status = 500;
    expect((await order()).status).toBe(200);
    await eventually(async () => (await marks(till.id)).length === 1, patienceMs);
    const before = scene.hub.processes.auth;
    process.kill(before, 'SIGKILL');
    await eventually(() => scene.hub.processes.auth !== before, patienceMs);
    await eventually(() => mailsAbout(till.id), patienceMs);
    await seenAgain(till.id);
    expect(mailsAbout(till.id)).toHaveLength(1);

    status = 200;
    await eventually(async () => (await marks(till.id)).length === 0, patienceMs);
    status = 500;
    await order();
    await eventually(() => mailsAbout(till.id).length > 1, patienceMs);
    await seenAgain(till.id);
    expect(mailsAbout(till.id)).toHaveLength(2);
    for (const source of mailsAbout(till.id)) expect(source).toContain(`To: ${owner.email}\r\n`);
  },
  testMs,
);
