/** Pages tell the errors of services in the language of their visitor (docs/decisions/0081-messages.md). */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { unmarkedTexts } from '@order-hub/testing/unmarked-texts';
import { logInAs, openBrowser, type Browser } from '../../auth/test/browser.ts';
import { aStaffedLocation } from '../../auth/test/members.ts';
import { anOwner, anOwnerOfLocation } from '../../auth/test/owner.ts';
import { refusal, startAnsweringService, type AnsweringService, type Answers } from './answering-service.ts';
import { startTestBackOffice, type TestBackOffice } from './back-office.ts';
import { aBoardOrder } from './board-orders.ts';

const answers: Answers = {};
let orders: AnsweringService;
let hub: TestBackOffice;
beforeAll(async () => {
  orders = await startAnsweringService(answers);
  hub = await startTestBackOffice({ env: { ORDERS_URL: orders.url, CLIENTS_PER_USER_MAX: '1' } });
});
afterAll(async () => {
  await hub.close();
  await orders.close();
});

/** The same session in a browser of another language. */
function speaking(language: string, { cookies }: Browser): Browser {
  const browser = openBrowser(hub, { 'accept-language': language });
  for (const [name, value] of cookies) browser.cookies.set(name, value);
  return browser;
}

/** A form that orders refuses, because somebody else sends the same one. */
async function conflict(language: string) {
  const { browser, location } = await anOwnerOfLocation(hub);
  const order = aBoardOrder({ status: 'awaiting_collection', service_type: 'collection' });
  const path = `/locations/${location.id}/orders/${order.id}`;
  answers[`GET /internal/board-orders/${order.id}`] = () => order;
  answers[`GET ${path}`] = () => order;
  answers[`PATCH ${path}`] = () =>
    refusal(409, {
      error_type: 'conflict',
      code: 'conflict',
      message: 'A request with this Idempotency-Key is under way',
    });
  const own = speaking(language, browser);
  return own.send(await own.open(`/back-office${path}/complete`));
}

/** One client more than the user may have. */
async function quotaUsedUp(language: string) {
  const { browser, user } = await anOwner(hub);
  await hub.operator('POST /management/clients', { user_id: user.id, name: 'Till' });
  const own = speaking(language, browser);
  return own.send(await own.open('/back-office/clients/new'), { name: 'Another', redirect_uris: '' });
}

/** A page of a service that does not answer. */
async function unavailable(language: string) {
  const { browser, location } = await anOwnerOfLocation(hub);
  return speaking(language, browser).open(`/back-office/locations/${location.id}/menus`);
}

async function roleNotAllowed(language: string) {
  const { kitchen, location } = await aStaffedLocation(hub);
  return speaking(language, await logInAs(hub, kitchen)).open(`/back-office/locations/${location.id}/hours`);
}

const missing = async (language: string) =>
  speaking(language, (await anOwner(hub)).browser).open('/back-office/accounts/nobody');

async function outOfDate(language: string) {
  const { browser } = await anOwner(hub);
  const own = speaking(language, browser);
  return own.send(await own.open('/back-office/accounts/new'), { form_token: 'none' });
}

const errors: readonly (readonly [string, number, (language: string) => ReturnType<Browser['open']>, string])[] = [
  ['a conflict', 409, conflict, 'La même action est déjà en cours.'],
  ['a quota that is used up', 422, quotaUsedUp, 'Vous pouvez enregistrer au plus 1 client.'],
  ['a service that does not answer', 503, unavailable, 'Une partie du hub ne peut pas répondre en ce moment.'],
  ['a role that may not', 403, roleNotAllowed, 'Votre rôle dans cet établissement ne le permet pas.'],
  ['what does not exist', 404, missing, 'Ce que vous cherchez n’existe pas'],
  ['a form that is out of date', 403, outOfDate, 'Ce formulaire est périmé.'],
];

describe.each(errors)('the page of %s', (_what, status, reach, inFrench) => {
  test('has no text that is not a message', async () => {
    const page = await reach('en-XA');
    expect(page.status).toBe(status);
    expect(page.html).toContain('⟦');
    expect(unmarkedTexts(page.html, [])).toEqual([]);
  });

  test('says it in the language of the visitor', async () => {
    const page = await reach('fr');
    expect(page.status).toBe(status);
    expect(page.html).toContain('<html lang="fr">');
    expect(page.html).toContain(inFrench);
  });
});
