/** What owners read in the audit of changes of their menus (docs/api/back-office.md#audit). */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { eventually } from '@order-hub/testing/call';
import { openBrowser } from '../../auth/test/browser.ts';
import { aMember } from '../../auth/test/members.ts';
import { startBackOfficeWithCatalog, type HubWithCatalog } from './catalog-service.ts';
import { openMenuTests, partPathOf, pathOf, saveProduct as save, type OwnerOfMenu as Owner } from './menus.ts';

let all: HubWithCatalog;
beforeAll(async () => (all = await startBackOfficeWithCatalog()), 120_000);
afterAll(() => all.close());

const { anOwnerWith } = openMenuTests(() => all);

const withoutMarkup = (html: string) => html.replaceAll(/<[^>]+>/g, '');

/** The sentences on a page, newest first. */
const sentencesIn = (html: string) =>
  [...html.matchAll(/<\/small><\/p><p>(.*?)<\/p>/gs)].map(([, text = '']) => withoutMarkup(text));

const linesIn = (html: string) =>
  [...html.matchAll(/<li>((?:(?!<p>).)*?)<\/li>/gs)].map(([, text = '']) => withoutMarkup(text));

/** Delivers to auth what catalog has sent, once there are `count` messages of the account. */
async function deliver({ account }: Owner, count: number) {
  const sent = await eventually(() => {
    const messages = all.catalog.published.filter(({ topic, key }) => topic === 'audit' && key === account.id);
    return messages.length >= count && messages;
  });
  await all.hub.send(...sent.map((message) => ({ ...message, version: 1, body: JSON.parse(message.body) as unknown })));
}

const audit = async ({ browser, account }: Pick<Owner, 'browser' | 'account'>, query = '') =>
  (await browser.open(`/back-office/accounts/${account.id}/audit${query}`)).html;

describe('a change of a menu', () => {
  test('is one sentence: who changed what of which part, from what to what', async () => {
    const owner = await anOwnerWith();
    const list = partPathOf(owner, 'option_lists');
    const { browser } = await aMember(all.hub, owner.location.id, 'manager');
    await save(browser, await browser.open(list), { price_0: '0.60' });
    await save(owner.browser, await owner.browser.open(list), { max: '' });
    await save(owner.browser, await owner.browser.open(partPathOf(owner, 'deals')), { name: 'Midday' });
    const sku = `${pathOf(owner)}/skus/${owner.menu.data.products[0].skus[0].id}`;
    await save(owner.browser, await owner.browser.open(sku), { enabled: 'off' });
    await save(owner.browser, await owner.browser.open(sku), { variants: 'some' });
    await deliver(owner, 5);
    const { html } = await owner.browser.open(`/back-office/accounts/${owner.account.id}/audit?what=menu`);
    expect(sentencesIn(html)).toEqual([
      'The owner changed the size Small of Margherita in the menu Menu: variants that it is for.',
      'The owner changed the size Small of Margherita in the menu Menu: turned off.',
      'The owner changed the deal Lunch in the menu Menu: name from Lunch to Midday.',
      'The owner changed the option list Toppings in the menu Menu: greatest number of choices from 2 to nothing.',
      expect.stringMatching(
        /^.+ changed the option Olives of Toppings in the menu Menu: price from 0.50 EUR to 0.60 EUR.$/,
      ),
    ]);
    expect(sentencesIn(html)[4]).not.toMatch(/^The owner/);
  });

  test('of several fields is one entry, with a line for each', async () => {
    const owner = await anOwnerWith();
    const page = await owner.browser.open(pathOf(owner));
    await save(owner.browser, page, { name: 'Marinara', price_0: '9.50', description: 'No cheese' });
    await deliver(owner, 1);
    const html = await audit(owner, '?what=menu');
    expect(sentencesIn(html)).toEqual(['The owner changed 3 values of the menu Menu.']);
    expect(linesIn(html)).toEqual(
      expect.arrayContaining([
        'the product Margherita: name from Margherita to Marinara',
        'the product Marinara: description from nothing to No cheese',
        'the size Small of Marinara: price from 9.00 EUR to 9.50 EUR',
      ]),
    );
  });

  test('is in the language of the reader, and in nobody else’s audit', async () => {
    const [owner, stranger] = [await anOwnerWith(), await anOwnerWith()];
    await save(owner.browser, await owner.browser.open(partPathOf(owner, 'option_lists')), { price_0: '0.60' });
    await deliver(owner, 1);
    const german = openBrowser(all.hub, { 'accept-language': 'de' });
    const { email, password } = owner.given;
    await german.send(await german.open('/back-office/log-in'), { email, password });
    expect(sentencesIn(await audit({ ...owner, browser: german }, '?what=menu'))).toEqual([
      'Der Inhaber hat auf der Speisekarte Menu die Option Olives von Toppings geändert: Preis von 0.50 EUR auf 0.60 EUR.',
    ]);
    expect(sentencesIn(await audit(stranger, '?what=menu'))).toEqual([]);
  });

  test('that is refused, or changes nothing, has no entry', async () => {
    const owner = await anOwnerWith();
    const path = partPathOf(owner, 'option_lists');
    const [one, two] = [await owner.browser.open(path), await owner.browser.open(path)];
    await save(owner.browser, one, { price_0: '0.60' });
    expect((await save(owner.browser, two, { price_0: '0.70' })).status).toBe(409);
    expect((await save(owner.browser, await owner.browser.open(path), {})).html).toContain('Nothing has changed.');
    await deliver(owner, 1);
    expect(sentencesIn(await audit(owner, '?what=menu'))).toHaveLength(1);
  });

  test('with odd details of a later release breaks nothing', async () => {
    const owner = await anOwnerWith();
    const change = (details: object, at: number) => ({
      ...{ id: `zz${owner.account.id}${at}`, topic: 'audit' as const, key: owner.account.id, version: 1 },
      body: {
        ...{ at: new Date().toISOString(), actor_id: owner.user.id, actor_name: null, address: null },
        ...{ action: 'catalog.update', account_id: owner.account.id, subject_id: owner.menu.id, details },
      },
    });
    const odd = { kind: 'robot', field: 'dance', part: ['R2'], before: 1, after: 2 };
    await all.hub.send(
      change({ name: 'Menu', count: 1, changes: [odd] }, 1),
      change({ name: 'Menu', count: 2, changes: [7, null, { ...odd, part: 'R2' }] }, 2),
      change({ name: 'Menu' }, 3),
    );
    expect(sentencesIn(await audit(owner, '?what=menu'))).toEqual([
      'The owner changed 0 values of the menu Menu.',
      'The owner changed 2 values of the menu Menu.',
      'The owner changed R2 in the menu Menu: dance from 1 to 2.',
    ]);
  });
});
