/** How codes are issued, stored and deleted (docs/api/authentication.md#authorisation-codes). */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { digest } from '@order-hub/shared/encryption';
import { openLog } from '@order-hub/shared/log';
import { parseScope } from '@order-hub/shared/scopes';
import { eventually } from '@order-hub/testing/call';
import { readConfig } from '../src/config.ts';
import type { Selection } from '../src/oauth/issue-code.ts';
import { aLocation, anAccount, aTenant, authorize, type Tenant } from './builders.ts';
import { aSelection, clientHeader, issue, sendForm, startNeighbours, type Neighbours } from './issued-codes.ts';
import { requiredSettings, startTestAuth, type TestAuth } from './service.ts';

const lines: string[] = [];
const log = openLog('auth', 'debug', { write: (line: string) => void lines.push(line) });

let auth: TestAuth;
let neighbours: Neighbours;
let tenant: Tenant;

beforeAll(async () => {
  auth = await startTestAuth({ log });
  neighbours = await startNeighbours();
  tenant = await aTenant(auth);
});
afterAll(async () => {
  await neighbours.close();
  await auth.close();
});

const codesOf = async (client_id: string) =>
  (await auth.db.query('select * from authorization_codes where client_id = $1', [client_id])).rows;

test('a code expires after 10 minutes, or after the time that the settings give', () => {
  expect(readConfig(requiredSettings).AUTHORIZATION_CODE_SECONDS).toBe(600);
  expect(readConfig({ ...requiredSettings, AUTHORIZATION_CODE_SECONDS: '2' }).AUTHORIZATION_CODE_SECONDS).toBe(2);
});

test('a code is random, and only its digest is stored', async () => {
  const own = await aTenant(auth);
  const codes = await Promise.all(Array.from({ length: 20 }, () => issue(auth, neighbours, aSelection(own))));
  expect(new Set(codes).size).toBe(20);
  for (const code of codes) expect(code).toMatch(/^hub_code_[0-9a-f]{48}$/);
  const rows = await codesOf(own.client_id);
  expect(rows.map(({ code_digest }) => code_digest).sort()).toEqual(codes.map(digest).sort());
  for (const code of codes) expect(JSON.stringify(rows)).not.toContain(code);
});

describe('422 on the field: no code is issued for', () => {
  const refused = (selection: Selection, field: string) =>
    expect(issue(auth, neighbours, selection)).rejects.toMatchObject({ errors: [{ field }] });

  test('a place that does not fit the scope', async () => {
    await refused(aSelection(tenant, { scope: parseScope('account[orders.read]') }), 'account_id');
  });

  test('a place or a client that is unknown, and a place of another user', async () => {
    const other = await aTenant(auth);
    await refused(aSelection(tenant, { location_id: 'unknown' }), 'location_id');
    await refused(aSelection(tenant, { client_id: 'unknown' }), 'client_id');
    await refused(aSelection(tenant, { location_id: other.location.id }), 'location_id');
    await refused(aSelection(tenant, { user_id: other.user.id }), 'location_id');
  });

  test('a catalog or list that is unknown, of another account, or of another location', async () => {
    const { operator } = auth;
    const sibling = (await operator('POST /management/locations', aLocation(tenant.account.id))).body;
    const account = (await operator('POST /management/accounts', anAccount(tenant.user.id))).body;
    const { addCatalog, addList } = neighbours;
    await refused(aSelection(tenant, { catalog_id: 'unknown' }), 'catalog_id');
    await refused(aSelection(tenant, { catalog_id: addCatalog(account.id, 'x', null) }), 'catalog_id');
    await refused(aSelection(tenant, { catalog_id: addCatalog(tenant.account.id, 'x', sibling.id) }), 'catalog_id');
    const customer_list_id = addList(tenant.account.id, 'x', sibling.id);
    await refused(aSelection(tenant, { customer_list_id }), 'customer_list_id');
    const place = { location_id: null, account_id: tenant.account.id, scope: parseScope('account[catalog.read]') };
    await issue(auth, neighbours, aSelection(tenant, { ...place, customer_list_id }));
  });

  test('a challenge that is not an S256 challenge', async () => {
    await refused(aSelection(tenant, { code_challenge: 'plain' }), 'code_challenge');
  });

  test('503 while the catalog service is unavailable: no code', async () => {
    const unavailable = await startNeighbours();
    const own = await aTenant(auth);
    await unavailable.close();
    const selection = aSelection(own, { catalog_id: 'any' });
    await expect(issue(auth, unavailable, selection)).rejects.toMatchObject({ error_type: 'service_unavailable' });
    expect(await codesOf(own.client_id)).toEqual([]);
  });
});

test('expired codes are deleted, the others stay', async () => {
  const own = await aTenant(auth);
  const longAgo = new Date(Date.now() - 601_000);
  await issue(auth, neighbours, aSelection(own), longAgo);
  await issue(auth, neighbours, aSelection(own), longAgo);
  const code = await issue(auth, neighbours, aSelection(own));
  // Deleting starts with the service.
  await auth.stop();
  await auth.start();
  const rows = await eventually(async () => {
    const left = await codesOf(own.client_id);
    return left.length < 3 && left;
  });
  expect(rows.map(({ code_digest }) => code_digest)).toEqual([digest(code)]);
});

test('no secret, code or token is in a log line, not even at the level debug', async () => {
  const from = lines.length;
  const headers = clientHeader(tenant);
  const code = await issue(auth, neighbours, aSelection(tenant));
  const { body } = await sendForm(auth, 'token', { code }, headers);
  await sendForm(auth, 'token', { code }, headers);
  await sendForm(auth, 'token', { code, client_secret: tenant.client.client_secret }, headers);
  await auth.call('POST /oauth2/v1/token', { body: `{"code":"${code}` });
  await sendForm(auth, 'revoke', { token: body.access_token }, headers);
  await authorize(auth, tenant, { location_id: tenant.location.id });
  const text = lines.join('');
  // The log works: the operator's request is in it.
  expect(lines.slice(from).some((line) => line.includes('/management/connections'))).toBe(true);
  const secrets = [code, body.access_token, tenant.client.client_secret, headers.authorization.slice('Basic '.length)];
  for (const secret of secrets) expect([secret.length > 40, text.includes(secret)]).toEqual([true, false]);
});
