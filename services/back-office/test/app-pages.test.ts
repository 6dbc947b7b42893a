/** The directory of apps, and what the owner of a client says there (docs/api/back-office.md#apps). */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { hiddenFields, type Browser } from '../../auth/test/browser.ts';
import { aDescribingDeveloper, aListedDeveloper, listingFields as fields } from './developer.ts';
import { aJpeg, aPng } from '../../auth/test/logos.ts';
import { anOperator, anOwner, anOwnerOfLocation } from '../../auth/test/owner.ts';
import { startTestBackOffice, type TestBackOffice } from './back-office.ts';

let hub: TestBackOffice;
beforeAll(async () => (hub = await startTestBackOffice()));
afterAll(() => hub.close());

const aDeveloper = (name?: string) => aDescribingDeveloper(hub, name);
const aListedApp = (name?: string) => aListedDeveloper(hub, name);

/** Sends a file as a browser does. */
async function upload({ browser, path }: { browser: Browser; path: string }, base64: string) {
  const { html } = await browser.open(`${path}/logo`);
  const token = / name="form_token" value="([^"]+)"/.exec(html)?.[1] ?? '';
  const form = new FormData();
  form.append('form_token', token);
  form.append('logo', new Blob([Buffer.from(base64, 'base64')], { type: 'image/png' }), 'logo.png');
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const options = { method: 'POST', redirect: 'manual', headers: { cookie }, body: form } as const;
  const response = await fetch(hub.urlOf(`${path}/logo`), options);
  return { status: response.status, html: await response.text() };
}

describe('the directory', () => {
  test('shows a listed app with what it asks for, and leads to its own start page', async () => {
    const developer = await aListedApp();
    await hub.operator(`POST /management/clients/${developer.client_id}/verify`);
    const { browser, location } = await anOwnerOfLocation(hub);
    for (const path of ['/back-office/apps', `/back-office/locations/${location.id}/apps`]) {
      const { status, html } = await browser.open(path);
      expect(status).toBe(200);
      expect(html).toContain('<bdi>Till Pro</bdi>');
      expect(html).toContain('Takes orders &lt;b>at&lt;/b> the counter.');
      expect(html).toContain('<span class="tag good">Verified</span>');
      expect(html).toContain(
        '<a class="button primary" href="https://shop.example/connect?from=hub&amp;x=1" rel="noopener noreferrer">',
      );
      expect(html).toContain('See, create and change the orders and deliveries of the location');
    }
  });

  test('shows neither what waits nor what its owner has changed since', async () => {
    const [waiting, changed] = [await aDeveloper('Waiting app'), await aListedApp('Changed app')];
    await waiting.ask(waiting.browser);
    expect((await waiting.browser.open('/back-office/apps')).html).toContain('Changed app');
    await changed.ask(changed.browser, { description: 'A bank.' });
    const { html } = await waiting.browser.open('/back-office/apps');
    expect([html.includes('Waiting app'), html.includes('Changed app')]).toEqual([false, false]);
  });
});

describe('the owner of a client', () => {
  test('describes it, sees a preview and that it waits, and takes it back', async () => {
    const developer = await aDeveloper();
    const { browser, path } = developer;
    expect((await browser.open(path)).html).toContain('Not listed');
    const asked = await developer.ask(browser);
    expect([asked.status, asked.url]).toEqual([200, path]);
    expect(asked.html).toContain('The operator of this hub will look at your app.');
    expect(asked.html).toContain('<h2>Preview</h2>');
    const removed = await browser.send(await browser.open(`${path}/remove`));
    expect(removed.html).toContain('Not listed');
    expect(await developer.read()).toMatchObject({ requested_at: null, description: fields.description });
  });

  test.each([
    [{ start_url: 'https://evil.example/' }, 'Start url must have the host of one of the redirect URIs: shop.example'],
    [{ start_url: 'javascript:alert(1)' }, 'Start url must be an https URL'],
    [{ website: 'http://till.example' }, 'Website must be an https URL'],
    [{ scope: 'location[everything]' }, 'is not a permission'],
    [{ description: '' }, 'Description must not be empty'],
    [{ description: 'x'.repeat(301) }, 'Description must have at most 300 characters'],
  ])('sees beside the field why %j is refused', async (given, fault) => {
    const developer = await aDeveloper();
    const page = await developer.ask(developer.browser, given);
    expect(page.status).toBe(422);
    expect(page.html).toContain(fault);
    expect(await developer.read()).toBeNull();
  });

  test('sends a logo, which the page shows and auth serves', async () => {
    const developer = await aDeveloper();
    await developer.ask(developer.browser);
    const logo = aJpeg(200);
    expect((await upload(developer, logo)).status).toBe(303);
    const { logo_digest } = await developer.read();
    const { html } = await developer.browser.open(developer.path);
    const [, src = ''] = /<img class="logo" src="([^"]+)"/.exec(html) ?? [];
    expect(src).toContain(logo_digest);
    const response = await fetch(hub.urlOf(src));
    expect(response.headers.get('content-type')).toBe('image/jpeg');
    expect(Buffer.from(await response.arrayBuffer()).toString('base64')).toBe(logo);
  });

  test.each([
    ['a page', Buffer.from('<script>alert(1)</script>').toString('base64'), 422, 'must be a PNG or JPEG'],
    ['48 KiB and a byte', aPng(64, 64, 49_153), 422, 'must have at most'],
    ['a megabyte', aPng(64, 64, 1_048_576), 413, ''],
  ])('cannot send %s as a logo', async (_what, file, status, fault) => {
    const developer = await aDeveloper();
    await developer.ask(developer.browser);
    const answer = await upload(developer, file);
    expect(answer.status).toBe(status);
    expect(answer.html).toContain(fault);
    expect((await developer.read()).logo_digest).toBeNull();
  });

  test('is the only one: a stranger gets 404', async () => {
    const [developer, stranger] = [await aDeveloper(), await anOwner(hub)];
    await developer.ask(developer.browser);
    for (const path of ['', '/logo', '/remove']) {
      expect((await stranger.browser.open(developer.path + path)).status).toBe(404);
    }
    const other = await aDeveloper();
    const own = await other.browser.open(other.path);
    const sent = await other.browser.send(own, { ...hiddenFields(own), ...fields }, developer.path);
    expect(sent.status).toBe(404);
  });
});

test('operators read in the audit what became of a listing', async () => {
  const developer = await aListedApp('Till <Pro>');
  await upload(developer, aPng(64, 64));
  await developer.browser.send(await developer.browser.open(`${developer.path}/remove`));
  const { browser } = await anOperator(hub);
  const { html } = await browser.open(`/back-office/operator/audit?by=${developer.user.id}`);
  for (const sentence of [
    `<bdi>${developer.user.email}</bdi> described <bdi>Till &lt;Pro></bdi> for the directory of apps, and asked for its approval.`,
    `<bdi>${developer.user.email}</bdi> changed the logo of <bdi>Till &lt;Pro></bdi>.`,
    `<bdi>${developer.user.email}</bdi> took <bdi>Till &lt;Pro></bdi> out of the directory of apps.`,
  ])
    expect(html).toContain(sentence);
  const approved = await browser.open('/back-office/operator/audit?action=listing.approve');
  expect(approved.html).toContain('An operator of the hub put <bdi>Till &lt;Pro></bdi> into the directory of apps.');
});
