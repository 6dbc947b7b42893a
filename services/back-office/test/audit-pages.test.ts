/** The pages of the audit (docs/api/back-office.md#audit). */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { newId } from '@order-hub/shared/ids';
import { testOperatorKey } from '@order-hub/testing/call';
import { aTenant, authorize } from '../../auth/test/builders.ts';
import { anOperator, anOwner } from '../../auth/test/owner.ts';
import { startTestBackOffice, type TestBackOffice } from './back-office.ts';

let hub: TestBackOffice;
beforeAll(async () => (hub = await startTestBackOffice()));
afterAll(() => hub.close());

const address = '203.0.113.7';

/** With the operator key, from an address that the audit shows. */
const asOperator = (route: string) =>
  hub.call(route, { operatorKey: testOperatorKey, body: {}, headers: { 'x-forwarded-for': address } });

const toldIn = (html: string) => html.split('<details>').length - 1;

const rowsIn = (html: string) => html.split('<tr>').length - 2;

describe('the audit of an account', () => {
  test('the owner reads its entries, and no others', async () => {
    const [owner, stranger] = [await anOwner(hub), await anOwner(hub)];
    await asOperator(`POST /management/accounts/${stranger.account.id}/suspend`);
    await owner.browser.send(await owner.browser.open(`/back-office/accounts/${owner.account.id}/update`), {
      name: '<b>New</b>',
    });
    const page = await owner.browser.open(`/back-office/accounts/${owner.account.id}/audit`);
    expect(page.status).toBe(200);
    for (const text of [
      'The owner renamed the business from <bdi>Chez Ada</bdi> to <bdi>&lt;b>New&lt;/b></bdi>.',
      'An operator of the hub created the business.',
      'account.rename',
      owner.user.email,
    ])
      expect(page.html).toContain(text);
    expect(toldIn(page.html)).toBe(2);
    expect(page.html).not.toContain('account.suspend');
    const foreign = await owner.browser.open(`/back-office/accounts/${stranger.account.id}/audit`);
    expect(foreign.status).toBe(404);
    expect((await owner.browser.open(`/back-office/accounts/${newId()}/audit`)).html).toBe(foreign.html);
  });

  test('the owner sees that an operator acted, and why, but not which one or from where', async () => {
    const [owner, operator] = [await anOwner(hub), await anOperator(hub)];
    const path = `/back-office/operator/accounts/${owner.account.id}/suspend`;
    await operator.browser.send(await operator.browser.open(path), { reason: 'Not paid' });
    const { html } = await owner.browser.open(`/back-office/accounts/${owner.account.id}/audit`);
    expect(html).toContain('An operator of the hub');
    expect(html).toContain('Reason: <bdi>Not paid</bdi>');
    expect(html).not.toContain(operator.email);
    expect(html).not.toContain('127.0.0.1');
  });
});

describe('the audit of the hub', () => {
  test('operators filter it, newest first, page by page', async () => {
    const operator = await anOperator(hub);
    const tenant = await aTenant(hub);
    const { id } = await authorize(hub, tenant, { location_id: tenant.location.id });
    for (let time = 0; time < 30; time += 1)
      for (const verb of ['block', 'unblock']) await asOperator(`POST /management/connections/${id}/${verb}`);
    const open = async (query: string) => {
      const page = await operator.browser.open(`/back-office/operator/audit?${query}`);
      expect(page.status).toBe(200);
      return page.html;
    };
    const first = await open(`account=${tenant.account.id}&actor=operator&by=&action=`);
    expect(rowsIn(first)).toBe(50);
    const [, earlier = ''] = /href="([^"]*before=[^"]*)"/.exec(first) ?? [];
    const last = await open(earlier.replaceAll('&amp;', '&').split('?')[1] ?? '');
    expect(rowsIn(last)).toBe(13);
    const verbs = [...first.matchAll(/connection\.(block|unblock)/g)].map(([, verb]) => verb);
    expect(verbs).toEqual(Array.from({ length: 25 }, () => ['unblock', 'block']).flat());
    expect(last).toContain('account.create');
    expect(last).not.toContain('before=');
    expect(rowsIn(await open(`account=${tenant.account.id}&action=connection.grant`))).toBe(1);
    expect(rowsIn(await open(`by=${operator.id}`))).toBe(2);
    expect(await open(`by=${operator.id}`)).toContain('session.open');
    expect(await open(`by=${operator.id}`)).toContain('second_factor.add');
    expect(await open('account=none')).toContain('None matches this filter');
    expect(await open('actor=nobody')).toContain('None matches this filter');
    expect(first).toContain(address);
  });
});
