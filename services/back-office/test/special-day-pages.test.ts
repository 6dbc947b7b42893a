/** Special days beside the opening hours, without script (docs/api/back-office.md#special-days). */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { openBrowser } from '../../auth/test/browser.ts';
import { aMember } from '../../auth/test/members.ts';
import { anOwnerOfLocation } from '../../auth/test/owner.ts';
import { startTestBackOffice, type TestBackOffice } from './back-office.ts';

let hub: TestBackOffice;
beforeAll(async () => {
  hub = await startTestBackOffice({ now: () => new Date('2026-12-22T12:00:00Z') });
});
afterAll(() => hub.close());

async function aShop() {
  const owner = await anOwnerOfLocation(hub);
  const hours = `/back-office/locations/${owner.location.id}/hours`;
  const { browser } = owner;
  await browser.send(await browser.open(hours), { thursday: '11–14, 18–23', preparation_time: '15' });
  const add = async (fields: object, by = browser) => by.send(await by.open(`${hours}/special-days`), { ...fields });
  return { ...owner, hours, add };
}

const labelIn = (html: string) => /class="week"[^>]*aria-label="([^"]*)"/.exec(html)?.[1] ?? '';
const barsIn = (html: string) => html.match(/<rect class="closed"[^>]*>/g) ?? [];

describe('the page of opening hours', () => {
  test('says that no special day is planned', async () => {
    const { browser, hours } = await aShop();
    const { html } = await browser.open(hours);
    expect(html).toContain('No special day is planned.');
    expect(barsIn(html)).toEqual([]);
  });

  test('lists the coming ones, and marks those of the next seven days in the week', async () => {
    const { add, browser, hours } = await aShop();
    for (const fields of [
      { day: '2026-12-24', closed: '13:00 - 19', note: '<b>Christmas</b>' },
      { day: '2026-12-29', closed: '', note: '' },
      { day: '2027-07-14', closed: '', note: 'Holiday' },
    ]) {
      const page = await add(fields);
      expect([page.status, page.url]).toEqual([200, hours]);
      expect(page.html).toContain('The special day is saved.');
    }
    const { html } = await browser.open(hours);
    for (const text of ['Thursday 24 December', '13:00–19:00', '&lt;b>Christmas', 'Tuesday 29 December', 'All day'])
      expect(html).toContain(text);
    expect(html).toContain('14 Jul 2027');
    expect(labelIn(html)).toContain('Closed in the next seven days: Thursday 13:00–19:00');
    expect(labelIn(html)).not.toContain('Tuesday All day');
    expect(barsIn(html)).toHaveLength(1);
  });

  test('removes one after a question', async () => {
    const { add, browser, hours } = await aShop();
    await add({ day: '2026-12-24', closed: '', note: '' });
    const question = await browser.open(`${hours}/special-days/2026-12-24/remove`);
    expect(question.html).toContain('Remove the special day Thursday 24 December');
    const page = await browser.send(question);
    expect([page.status, page.url]).toEqual([200, hours]);
    expect(page.html).toContain('No special day is planned.');
    expect((await browser.open(`${hours}/special-days/2026-12-24/remove`)).status).toBe(404);
  });
});

describe('a form with faults is shown again, with the fault beside its field', () => {
  test.each([
    [{ day: '' }, 'day'],
    [{ day: '2026-12-21' }, 'day'],
    [{ day: '2029-01-01' }, 'day'],
    [{ closed: 'in the afternoon' }, 'closed'],
    [{ closed: '9–12, 14–18' }, 'closed'],
    [{ closed: '14–12' }, 'closed'],
    [{ note: 'x'.repeat(201) }, 'note'],
  ])('%j', async (fields, field) => {
    const { add, browser, hours } = await aShop();
    const page = await add({ day: '2026-12-24', closed: '', note: 'Ours', ...fields });
    expect(page.status).toBe(422);
    expect(page.html).toContain(`id="fault-${field}"`);
    expect((await browser.open(hours)).html).toContain('No special day is planned.');
  });
});

test('a manager may, the kitchen may not, and for a stranger it is not there', async () => {
  const { location, hours, add } = await aShop();
  const manager = await aMember(hub, location.id, 'manager');
  const kitchen = await aMember(hub, location.id, 'kitchen');
  const stranger = await anOwnerOfLocation(hub);
  expect((await add({ day: '2026-12-24', closed: '', note: '' }, manager.browser)).url).toBe(hours);
  for (const path of [`${hours}/special-days`, `${hours}/special-days/2026-12-24/remove`]) {
    expect((await kitchen.browser.open(path)).status).toBe(403);
    expect((await stranger.browser.open(path)).status).toBe(404);
    expect((await openBrowser(hub).open(path)).url).toContain('/back-office/log-in');
  }
});

test('the audit tells it as a sentence', async () => {
  const { account, browser, add, hours } = await aShop();
  await add({ day: '2026-12-24', closed: '', note: '' });
  await browser.send(await browser.open(`${hours}/special-days/2026-12-24/remove`));
  const { html } = await browser.open(`/back-office/accounts/${account.id}/audit?what=orders`);
  const text = html.replaceAll(/<[^>]+>/g, '');
  expect(text).toContain('The owner made 24 Dec 2026 a special day of Rue du Bac.');
  expect(text).toContain('The owner removed the special day 24 Dec 2026 of Rue du Bac.');
});
