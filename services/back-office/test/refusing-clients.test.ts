/** The page of a client tells its owner which callbacks refuse their events (docs/api/back-office.md#clients). */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { newId } from '@order-hub/shared/ids';
import { aUser } from '../../auth/test/builders.ts';
import { logInAs, type Browser } from '../../auth/test/browser.ts';
import { startAnsweringService, type AnsweringService, type Answers } from './answering-service.ts';
import { startTestBackOffice, type TestBackOffice } from './back-office.ts';

const answers: Answers = {};
let events: AnsweringService;
let hub: TestBackOffice;
beforeAll(async () => {
  events = await startAnsweringService(answers);
  hub = await startTestBackOffice({ env: { EVENTS_URL: events.url } });
});
afterAll(async () => {
  await hub.close();
  await events.close();
});

async function aDeveloper(): Promise<Browser> {
  const given = aUser({ email: `${newId()}@example.com` });
  await hub.operator('POST /management/users', given);
  return logInAs(hub, given);
}

async function aClient(browser: Browser) {
  const page = await browser.send(await browser.open('/back-office/clients/new'), { name: 'Till', redirect_uris: '' });
  const id = /clients\/([^/?]+)/.exec(page.url)?.[1] ?? '';
  return { path: `/back-office/clients/${id}`, route: `GET /internal/clients/${id}/refusing-callbacks` };
}

const refusing = (count: number) => ({
  callbacks: Array.from({ length: count }, (_, at) => ({ connection_id: `c${at}`, count: 20 + at, status: 401 })),
});

test('the first five are shown, and how many more there are', async () => {
  const browser = await aDeveloper();
  const { path, route } = await aClient(browser);
  answers[route] = () => refusing(7);
  const { html } = await browser.open(path);
  expect(html).toContain('<code>c0</code></a> answered 401 to the last 20 events.');
  expect(html).toContain('<code>c4</code></a> answered 401 to the last 24 events.');
  expect(html).toContain(`href="${path}/connections/c0/deliveries?state=refused"`);
  expect(html).not.toContain('<code>c5</code>');
  expect(html).toContain('2 more connections.');
});

test.each([
  ['no callback refuses its events', () => refusing(0)],
  ['the events service does not answer', () => undefined],
])('nothing is said, and the page is shown, when %s', async (_when, answer) => {
  const browser = await aDeveloper();
  const { path, route } = await aClient(browser);
  answers[route] = answer;
  const { html, status } = await browser.open(path);
  expect(status).toBe(200);
  expect(html).not.toContain('refuses its events');
});

test('nothing is asked about the client of another user', async () => {
  const { path, route } = await aClient(await aDeveloper());
  answers[route] = () => refusing(1);
  const other = await aDeveloper();
  const asked = events.asked.length;
  expect((await other.open(path)).status).toBe(404);
  expect(events.asked.slice(asked).map((call) => call.route)).not.toContain(route);
});
