/** Mails of a whole hub: what is committed is sent, whatever happens to auth. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { operatorClient } from '@order-hub/operator/client';
import { listUsers } from '@order-hub/shared/management/users';
import { eventually } from '@order-hub/testing/call';
import { openOwnBrowser } from '../src/browser/own-browser.ts';
import { startMailReceiver } from '../src/restarts/mail-receiver.ts';
import { startOwnHub, type OwnHub } from '../src/restarts/own-hub.ts';

const testMs = 300_000;
const patienceMs = 60_000;

let receiver: Awaited<ReturnType<typeof startMailReceiver>>;
let scene: OwnHub;
beforeAll(async () => {
  receiver = await startMailReceiver();
  scene = await startOwnHub({ drainSeconds: 0, settings: receiver.settings });
}, testMs);
afterAll(async () => {
  await scene.close();
  receiver.close();
}, testMs);

const originOf = ({ hub }: OwnHub) => new URL(hub.base_url).origin;

const waiting = () =>
  scene.onDatabase(async (client) => (await client.query('select attempts from auth.mails order by id')).rows);

/** The link in a mail whose text is quoted-printable or plain. */
function linkIn(source: string): string {
  const text = source.replaceAll('=\r\n', '').replaceAll('=3D', '=');
  const { pathname, search } = new URL(/https?:\/\/\S+token=[0-9a-f]+/.exec(text)?.[0] ?? 'http://none.example');
  return pathname + search;
}

test(
  'auth is killed between the sign-up and the mail: the mail arrives afterwards, and its link works at the gateway',
  async () => {
    const browser = openOwnBrowser(originOf(scene));
    const email = `ada-${Date.now()}@example.com`;
    await eventually(async () => (await waiting()).length === 0, patienceMs);
    receiver.sources.length = 0;
    receiver.state.isSilent = true;
    const names = { first_name: '', last_name: '', account_name: 'Chez Ada', location_name: '', country: 'FR' };
    const path = '/back-office/sign-up';
    const form = await browser.open(path);
    const signedUp = await browser.fill(path, form, { email, password: 'correct horse battery', ...names });
    expect(signedUp.status).toBe(303);
    await eventually(async () => (await waiting()).some(({ attempts }) => attempts === 1), patienceMs);

    const before = scene.hub.processes.auth;
    process.kill(before, 'SIGKILL');
    receiver.state.isSilent = false;
    await eventually(() => scene.hub.processes.auth !== before, patienceMs);
    expect(await waiting()).toEqual([{ attempts: 1 }]);
    // In place of waiting until the lease of the killed process ends.
    await scene.onDatabase((client) => client.query('update auth.mails set due_at = now()'));
    const [source = ''] = await eventually(() => receiver.sources, patienceMs);
    expect(source).toContain(`To: ${email}`);
    expect(await eventually(async () => (await waiting()).length === 0, patienceMs)).toBe(true);

    const link = linkIn(source);
    const page = await browser.open(link);
    expect(page.status).toBe(200);
    expect((await browser.fill(link, page, {})).status).toBe(303);
    const { items } = await operatorClient(scene.hub.operator).ask(listUsers, {
      params: {},
      input: { email, count: 1 },
    });
    expect(items).toMatchObject([{ email, email_verified: true }]);
    browser.close();
  },
  testMs,
);
