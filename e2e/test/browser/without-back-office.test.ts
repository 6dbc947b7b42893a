/** The back office is a process of its own: while it is down, only its pages are missing. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { eventually } from '@order-hub/testing/call';
import type { Page } from 'playwright-core';
import { callWith } from '../../src/call-api.ts';
import { choose, enterPassword, logIn, press } from '../../src/browser/person.ts';
import { aTenant } from '../../src/tenant.ts';
import { processIdOf, type SharedHub } from '../hubs.ts';
import { authorizePath, codeIn, exchange, theApplication } from './application.ts';
import { inChromium } from './in-chromium.ts';

const pollMs = 20;
/** The runner pauses longer after each kill, up to ten seconds. */
const restartMs = 30_000;
const title = (page: Page) => page.getByRole('heading', { level: 1 }).innerText();

/** Kills the back office each time that the runner starts it, until the returned function is called. */
function keepDown(hub: SharedHub): () => void {
  let killed: number | undefined;
  const timer = setInterval(() => {
    const pid = processIdOf(hub, 'back-office');
    if (pid === killed) return;
    process.kill(pid, 'SIGKILL');
    killed = pid;
  }, pollMs);
  return () => clearInterval(timer);
}

inChromium('the back office', ({ hub, origin, open }) => {
  const statusOfPages = async () => {
    const response = await fetch(`${origin}/back-office`, { headers: { accept: 'text/html' }, redirect: 'manual' });
    await response.text();
    return response.status;
  };

  describe('while it is down', () => {
    let letItRun: () => void;
    beforeAll(async () => {
      letItRun = keepDown(hub);
      await eventually(async () => (await statusOfPages()) === 503);
    });
    afterAll(async () => {
      letItRun();
      await eventually(async () => (await statusOfPages()) < 400, restartMs);
    });

    test('the hub is ready, and the API works', async () => {
      expect((await fetch(`${origin}/ready`)).status).toBe(200);
      const { connect, location_ids } = await aTenant(hub);
      const { call } = await connect('Till', { location_id: location_ids[0] });
      expect((await call('POST /location/orders', { body: { status: 'new' } })).status).toBe(200);
      expect((await call('GET /location/orders')).body).toHaveLength(1);
    });

    test('a user logs in and approves an application, which gets its token', async () => {
      const [tenant, application, page] = [await aTenant(hub), await theApplication(hub), await open()];
      await page.goto(authorizePath(application));
      expect(await title(page)).toBe('Log in');
      await enterPassword(page, tenant.owner);
      await choose(page, 'Louvre');
      await press(page, 'Approve');
      const { status, body } = await exchange(hub, application, await codeIn(page));
      expect([status, body.location_name]).toEqual([200, 'Louvre']);
      expect((await callWith(hub.base_url, body.access_token)('GET /location')).body.name).toBe('Louvre');
    });

    test("its pages are the gateway's error page", async () => {
      const page = await open();
      const response = await page.goto('/back-office');
      expect([response?.status(), await title(page)]).toEqual([503, 'Not available at the moment']);
      expect(await page.getByRole('link', { name: 'Try again' }).count()).toBe(1);
    });
  });

  test('is restarted when it is killed, and the session goes on', async () => {
    const [{ owner }, page] = [await aTenant(hub), await open()];
    await logIn(page, owner);
    const before = processIdOf(hub, 'back-office');
    process.kill(before, 'SIGKILL');
    await eventually(() => processIdOf(hub, 'back-office') !== before, restartMs);
    await eventually(async () => (await statusOfPages()) < 400, restartMs);
    await page.goto('/back-office');
    expect(await title(page)).toBe('Businesses');
  });
});
