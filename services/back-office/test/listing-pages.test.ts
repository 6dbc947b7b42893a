/** The pages on which operators decide about listings (docs/api/back-office.md#apps). */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { unmarkedTexts } from '@order-hub/testing/unmarked-texts';
import { logInAs, openBrowser } from '../../auth/test/browser.ts';
import { aStaffedLocation } from '../../auth/test/members.ts';
import { anOperator } from '../../auth/test/owner.ts';
import { startTestBackOffice, type TestBackOffice } from './back-office.ts';
import { aDescribingDeveloper, aListedDeveloper, listingFields } from './developer.ts';

let hub: TestBackOffice;
beforeAll(async () => (hub = await startTestBackOffice()));
afterAll(() => hub.close());

const waiting = '/back-office/operator/listings';
const listed = '/back-office/operator/listed-apps';
const approving = (client_id: string) => `${waiting}/${client_id}/approve`;
const removing = (client_id: string) => `${waiting}/${client_id}/remove`;

async function aWaitingApp() {
  const developer = await aDescribingDeveloper(hub);
  await developer.ask(developer.browser);
  return developer;
}

describe('an operator', () => {
  test('finds what waits, approves it, and takes it out again', async () => {
    const [developer, { browser }] = [await aWaitingApp(), await anOperator(hub)];
    const { client_id } = developer;
    expect((await browser.open('/back-office/operator')).html).toContain(`href="${waiting}"`);
    const list = await browser.open(waiting);
    for (const part of [
      approving(client_id),
      removing(client_id),
      'Takes orders &lt;b>at&lt;/b>',
      '<bdi>Till Pro</bdi>',
    ])
      expect(list.html).toContain(part);
    const question = await browser.open(approving(client_id));
    expect(question.html).toContain(`<code>${listingFields.start_url.replace('&', '&amp;')}</code>`);
    expect((await developer.read()).listed_at).toBeNull();
    const done = await browser.send(question);
    expect([done.status, done.url]).toEqual([200, waiting]);
    expect(done.html).toContain('The app is in the directory.');
    expect(done.html).not.toContain(client_id);
    expect((await developer.read()).listed_at).not.toBeNull();
    expect((await browser.open(listed)).html).toContain(removing(client_id));
    const removed = await browser.send(await browser.open(removing(client_id)));
    expect(removed.html).toContain('The app is not in the directory any more.');
    expect(await developer.read()).toMatchObject({ listed_at: null, requested_at: null });
  });

  test.each([
    [
      'description',
      async (app: Awaited<ReturnType<typeof aWaitingApp>>) => app.ask(app.browser, { description: 'A bank.' }),
    ],
    [
      'name',
      async ({ browser, client_id }: Awaited<ReturnType<typeof aWaitingApp>>) =>
        browser.send(await browser.open(`/back-office/clients/${client_id}/update`), {
          name: 'Bank',
          redirect_uris: 'https://shop.example/back',
        }),
    ],
  ])('does not approve a %s that is not on the page', async (_what, change) => {
    const [developer, { browser }] = [await aWaitingApp(), await anOperator(hub)];
    const question = await browser.open(approving(developer.client_id));
    expect((await change(developer)).status).toBe(200);
    const refused = await browser.send(question);
    expect(refused.status).toBe(422);
    expect(refused.html).toContain('Somebody else has changed this meanwhile, so nothing was done.');
    expect((await developer.read()).listed_at).toBeNull();
  });

  test('is told when there is nothing to decide', async () => {
    const [silent, app, { browser }] = [
      await aDescribingDeveloper(hub),
      await aListedDeveloper(hub),
      await anOperator(hub),
    ];
    for (const path of [approving(silent.client_id), removing(silent.client_id), approving(app.client_id)]) {
      const { status, html } = await browser.open(path);
      expect([status, html.includes('does not ask for the directory')]).toEqual([200, true]);
    }
    expect((await browser.open(approving('nobody'))).status).toBe(404);
  });

  test('reads messages only, beside what the developer says', async () => {
    const [developer, { browser }] = [await aWaitingApp(), await anOperator(hub)];
    const app = await aListedDeveloper(hub);
    const inMarks = openBrowser(hub, { 'accept-language': 'en-XA' });
    for (const [name, value] of browser.cookies) inMarks.cookies.set(name, value);
    for (const path of [waiting, listed, approving(developer.client_id), removing(app.client_id)]) {
      const { html } = await inMarks.open(path);
      expect(html).toContain('⟦');
      expect([path, ...unmarkedTexts(html, [])]).toEqual([path]);
    }
  });
});

test('everybody who has logged in finds the directory in the main menu', async () => {
  const { owner, kitchen } = await aStaffedLocation(hub);
  const link = '<a href="/back-office/apps"';
  expect((await owner.browser.open('/back-office')).html).toContain(link);
  expect((await (await logInAs(hub, kitchen)).open('/back-office/profile')).html).toContain(link);
  expect((await openBrowser(hub).open('/')).html).not.toContain(link);
});
