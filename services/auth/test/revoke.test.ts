/** POST /oauth2/v1/revoke (docs/api/authentication.md#revocation). */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { digest } from '@order-hub/shared/encryption';
import { eventually } from '@order-hub/testing/call';
import { aTenant, authorize, type Tenant } from './builders.ts';
import { basic, clientHeader, sendForm } from './issued-codes.ts';
import { startTestAuth, type TestAuth } from './service.ts';

let auth: TestAuth;
let tenant: Tenant;
let count = 0;

beforeAll(async () => {
  auth = await startTestAuth();
  tenant = await aTenant(auth);
});
afterAll(() => auth.close());

const aConnection = () => authorize(auth, tenant, { location_id: tenant.location.id, name: `of test ${(count += 1)}` });
const revoke = (fields: Record<string, string> | string, headers: Record<string, string> = clientHeader(tenant)) =>
  sendForm(auth, 'revoke', fields, headers);
const statusOf = async (token: string) =>
  (await auth.internal(`GET /internal/connections/${digest(token)}`)).body.status;

describe('200 and an empty object', () => {
  test('a form: the token stops working; the gateway gets its digest with the response, the others a message', async () => {
    const { id, access_token } = await aConnection();
    const { status, body, headers } = await revoke({ token: access_token, token_type_hint: 'access_token' });
    expect([status, body]).toEqual([200, {}]);
    expect(headers.get('x-hub-token-digest')).toBe(digest(access_token));
    expect(headers.get('cache-control')).toBe('no-store');
    expect(await statusOf(access_token)).toBe('disconnected');
    const sent = await eventually(() => auth.bodiesOf('connection', id).find(({ version }) => version === 2));
    expect(sent).toMatchObject({ status: 'disconnected', token_digest: digest(access_token) });
    expect((await authorize(auth, tenant, { location_id: tenant.location.id })).access_token).not.toBe(access_token);
  });

  test('a JSON body; the credentials in the body', async () => {
    const { access_token } = await aConnection();
    const headers = clientHeader(tenant);
    expect((await auth.call('POST /oauth2/v1/revoke', { headers, body: { token: access_token } })).status).toBe(200);
    const second = await aConnection();
    const body = { token: second.access_token, ...tenant.client };
    expect((await auth.call('POST /oauth2/v1/revoke', { body })).body).toEqual({});
    expect([await statusOf(access_token), await statusOf(second.access_token)]).toEqual([
      'disconnected',
      'disconnected',
    ]);
  });

  test('old clients: access_token in place of token, and parameters in the query', async () => {
    const [first, second] = [await aConnection(), await aConnection()];
    expect((await revoke({ access_token: first.access_token })).status).toBe(200);
    const query = new URLSearchParams({ token: second.access_token, ...tenant.client });
    expect((await auth.call(`POST /oauth2/v1/revoke?${query}`)).body).toEqual({});
    expect([await statusOf(first.access_token), await statusOf(second.access_token)]).toEqual([
      'disconnected',
      'disconnected',
    ]);
  });

  test('a blocked connection, and one of a suspended account', async () => {
    const blocked = await aConnection();
    await auth.operator(`POST /management/connections/${blocked.id}/block`);
    const other = await aTenant(auth);
    const suspended = await authorize(auth, other, { location_id: other.location.id });
    await auth.operator(`POST /management/accounts/${other.account.id}/suspend`);
    expect((await revoke({ token: blocked.access_token })).status).toBe(200);
    expect((await revoke({ token: suspended.access_token }, clientHeader(other))).status).toBe(200);
    expect([await statusOf(blocked.access_token), await statusOf(suspended.access_token)]).toEqual([
      'disconnected',
      'disconnected',
    ]);
  });

  test.each(['unknown', 'x'.repeat(1_000), 'é😀'])('an unknown token: number %#', async (token) => {
    const { status, body, headers } = await revoke({ token });
    expect([status, body]).toEqual([200, {}]);
    expect(headers.get('x-hub-token-digest')).toBeNull();
  });

  test('fifty concurrent revocations of a token: one message', async () => {
    const { id, access_token } = await aConnection();
    const answers = await Promise.all(Array.from({ length: 50 }, () => revoke({ token: access_token })));
    expect(answers.map(({ status }) => status)).toEqual(Array(50).fill(200));
    await auth.stop();
    expect(auth.bodiesOf('connection', id).map(({ version }) => version)).toEqual([1, 2]);
    await auth.start();
  });
});

describe('refused: the token stays valid', () => {
  test.each<[string, () => Record<string, string>, number, string]>([
    ['no credentials', () => ({}), 401, 'invalid_client'],
    ['a wrong secret', () => basic(tenant.client_id, 'wrong'), 401, 'invalid_client'],
  ])('%s', async (_name, headers, status, error) => {
    const { access_token } = await aConnection();
    const answer = await revoke({ token: access_token }, headers());
    expect([answer.status, answer.body.error]).toEqual([status, error]);
    expect(await statusOf(access_token)).toBe('active');
  });

  test('400: a token of another client', async () => {
    const other = await aTenant(auth);
    const { access_token } = await aConnection();
    const answer = await revoke({ token: access_token }, clientHeader(other));
    expect([answer.status, answer.body.error]).toEqual([400, 'invalid_grant']);
    expect(answer.headers.get('x-hub-token-digest')).toBeNull();
    expect(await statusOf(access_token)).toBe('active');
  });

  test.each([
    ['no token', {}],
    ['a repeated token', 'token=a&token=b'],
    ['a token and another access_token', { token: 'a', access_token: 'b' }],
    ['a token of 1,001 characters', { token: 'x'.repeat(1_001) }],
  ])('400: %s', async (_name, fields) => {
    const answer = await revoke(fields);
    expect([answer.status, answer.body.error]).toEqual([400, 'invalid_request']);
  });
});
