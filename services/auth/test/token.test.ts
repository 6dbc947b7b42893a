/** POST /oauth2/v1/token (docs/api/authentication.md#token-request). */
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { digest } from '@order-hub/shared/encryption';
import { newId } from '@order-hub/shared/ids';
import { parseScope } from '@order-hub/shared/scopes';
import { aLocation, aTenant, authorize, back, type Tenant } from './builders.ts';
import { aSelection, basic, clientHeader, issue, sendForm, startNeighbours, type Neighbours } from './issued-codes.ts';
import { startTestAuth, type TestAuth } from './service.ts';

let auth: TestAuth;
let neighbours: Neighbours;
let tenant: Tenant;
let clock = new Date('2026-03-01T12:00:00Z');

beforeAll(async () => {
  auth = await startTestAuth({ now: () => clock });
  neighbours = await startNeighbours();
  tenant = await aTenant(auth);
});
afterAll(async () => {
  await neighbours.close();
  await auth.close();
});

const lookUp = (token: string) => auth.internal(`GET /internal/connections/${digest(token)}`);
const newLocation = async () =>
  (await auth.operator('POST /management/locations', aLocation(tenant.account.id))).body.id;
const aCode = (overrides: Parameters<typeof aSelection>[1] = {}) =>
  issue(auth, neighbours, aSelection(tenant, overrides), clock);
const exchange = (fields: Record<string, string> | string, headers: Record<string, string> = clientHeader(tenant)) =>
  sendForm(auth, 'token', fields, headers);
const after = (seconds: number) => new Date(clock.getTime() + seconds * 1000);

const used = { error: 'invalid_grant', error_type: 'bad_request' };

describe('200: docs/api/authentication.md#token-response', () => {
  test('a form with Basic credentials: the token, its bindings and their names', async () => {
    const { account, location } = tenant;
    const catalog_id = neighbours.addCatalog(account.id, 'Summer', location.id);
    const customer_list_id = neighbours.addList(account.id, 'Guests', null);
    const scope = parseScope('location[orders.write,catalog.read,customer_list.read],profile');
    const code = await aCode({ catalog_id, customer_list_id, scope, name: 'Bar' });
    const { status, body, headers } = await exchange({ grant_type: 'authorization_code', code });
    expect([status, body]).toEqual([
      200,
      {
        access_token: expect.stringMatching(/^hub_[0-9a-f]{48}$/),
        token_type: 'Bearer',
        account_id: account.id,
        location_id: location.id,
        catalog_id,
        customer_list_id,
        account_name: 'Chez Ada',
        location_name: 'Rue du Bac',
        catalog_name: 'Summer',
        customer_list_name: 'Guests',
        user_id: tenant.user.id,
        app_instance_id: expect.stringMatching(/^[a-z0-9]{12,20}$/),
      },
    ]);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('access-control-allow-origin')).toBeNull();
    expect((await lookUp(body.access_token)).body).toMatchObject({
      status: 'active',
      caller: { connection_name: 'Bar', catalog_id, customer_list_id, user_id: tenant.user.id },
    });
  });

  test('an account, and general permissions alone', async () => {
    const ofAccount = { location_id: null, account_id: tenant.account.id, scope: parseScope('account[orders.read]') };
    expect((await exchange({ code: await aCode(ofAccount) })).body).toMatchObject({
      account_id: tenant.account.id,
      location_id: null,
      catalog_name: null,
    });
    const ofUser = await aCode({ location_id: null, scope: parseScope('profile') });
    const { body } = await exchange({ code: ofUser });
    expect(body).toMatchObject({ account_id: null, location_id: null, account_name: null });
    expect((await lookUp(body.access_token)).body.caller).toMatchObject({ account: null, user_id: tenant.user.id });
  });

  test.each<[string, () => { headers?: Record<string, string>; credentials?: object }]>([
    ['a JSON body with Basic', () => ({ headers: clientHeader(tenant) })],
    ['a JSON body with the credentials in it', () => ({ credentials: tenant.client })],
  ])('%s', async (_name, given) => {
    const { headers = {}, credentials = {} } = given();
    const body = { code: await aCode(), redirect_uri: null, ...credentials };
    expect((await auth.call('POST /oauth2/v1/token', { headers, body })).status).toBe(200);
  });

  test('the credentials in the form; the client id in both; a grant_type without a value', async () => {
    const { client_id, client_secret } = tenant.client;
    expect((await exchange({ code: await aCode(), client_id, client_secret }, {})).status).toBe(200);
    expect((await exchange({ code: await aCode(), client_id, grant_type: '' })).status).toBe(200);
  });

  test('old clients: all parameters in the query, without a body; or the rest in a form or in JSON', async () => {
    const { client_id, client_secret } = tenant.client;
    const inQuery = async (more: object = {}) =>
      `/oauth2/v1/token?${new URLSearchParams({ code: await aCode(), grant_type: '', ...more })}`;
    expect((await auth.call(`POST ${await inQuery({ client_id, client_secret })}`)).status).toBe(200);
    expect((await auth.call(`POST ${await inQuery()}`, { headers: clientHeader(tenant) })).status).toBe(200);
    for (const type of ['application/json', 'application/x-www-form-urlencoded', 'text/plain']) {
      const headers = { ...clientHeader(tenant), 'content-type': type };
      expect([type, (await auth.call(`POST ${await inQuery()}`, { headers })).status]).toEqual([type, 200]);
    }
    const path = await inQuery({ client_id });
    expect((await auth.call(`POST ${path}`, { body: { client_secret, code: null } })).status).toBe(200);
    const form = {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: `client_secret=${client_secret}`,
    };
    expect((await auth.call(`POST ${await inQuery({ client_id })}`, form)).status).toBe(200);
  });

  test('a parameter that has the same value in the query and the body; two values: 400, and the code is not used up', async () => {
    const code = await aCode();
    const send = (inQuery: string) =>
      auth.call(`POST /oauth2/v1/token?code=${inQuery}`, { headers: clientHeader(tenant), body: { code } });
    const refused = await send('another');
    expect([refused.status, refused.body.error]).toEqual([400, 'invalid_request']);
    expect((await send(code)).status).toBe(200);
  });

  test('the redirect_uri of the code', async () => {
    const redirect_uri = 'https://shop.example/back';
    expect((await exchange({ code: await aCode(), redirect_uri })).status).toBe(200);
  });
});

describe('401: a wrong client id or secret; the code is not used up (docs/api/authentication.md#authorisation-codes)', () => {
  test.each<[string, () => Record<string, string>]>([
    ['no credentials', () => ({})],
    ['a wrong secret', () => basic(tenant.client_id, 'hub_secret_wrong')],
    ['an empty secret', () => basic(tenant.client_id, '')],
    ['the digest of the secret', () => basic(tenant.client_id, digest(tenant.client.client_secret))],
    ['an unknown client', () => basic(newId(), tenant.client.client_secret)],
    ['a client id with U+0000', () => basic('\u0000', 'x')],
    ['a client id that is not one', () => basic('%zz', 'x')],
    ['no colon', () => ({ authorization: `Basic ${Buffer.from('nothing').toString('base64')}` })],
    ['no base64', () => ({ authorization: 'Basic ???' })],
    ['another scheme', () => ({ authorization: `Bearer ${tenant.client.client_secret}` })],
    ['a header of 8,000 characters', () => basic(tenant.client_id, 'x'.repeat(6_000))],
  ])('%s', async (_name, headers) => {
    const code = await aCode();
    const refused = await exchange({ code }, headers());
    expect(refused).toMatchObject({
      status: 401,
      body: {
        message: 'The client id or the client secret is wrong',
        error_type: 'unauthorized',
        error: 'invalid_client',
        error_description: 'The client id or the client secret is wrong',
      },
    });
    expect(refused.headers.get('www-authenticate')).toMatch(/^Basic /);
    expect(refused.headers.get('cache-control')).toBe('no-store');
    expect((await exchange({ code })).status).toBe(200);
  });

  test('the former secret of a client that got a new one', async () => {
    const other = await aTenant(auth);
    const code = await issue(auth, neighbours, aSelection(other), clock);
    const { body } = await auth.operator(`POST /management/clients/${other.client_id}/rotate_secret`);
    expect((await exchange({ code }, clientHeader(other))).status).toBe(401);
    expect((await exchange({ code }, basic(other.client_id, body.client_secret))).status).toBe(200);
  });
});

describe('400: the code', () => {
  test('was used: the token of the first exchange stays valid', async () => {
    const code = await aCode({ location_id: await newLocation() });
    const first = await exchange({ code });
    const second = await exchange({ code });
    expect([second.status, second.body]).toEqual([400, expect.objectContaining(used)]);
    expect((await lookUp(first.body.access_token)).body.status).toBe('active');
  });

  test('belongs to another client: it is not used up', async () => {
    const other = await aTenant(auth);
    const code = await aCode();
    const refused = await exchange({ code }, clientHeader(other));
    expect([refused.status, refused.body]).toEqual([400, expect.objectContaining(used)]);
    expect((await exchange({ code })).status).toBe(200);
  });

  test.each([
    [599, 200],
    [600, 400],
  ])('after %d seconds: %d', async (seconds, status) => {
    const code = await aCode();
    const before = clock;
    clock = after(seconds);
    expect((await exchange({ code })).status).toBe(status);
    clock = before;
  });

  test.each(['unknown', 'x'.repeat(1_000), '%', 'é😀'])('is unknown: number %#', async (code) => {
    expect((await exchange({ code })).body).toMatchObject(used);
  });
});

describe('400: the request', () => {
  const invalid = { error: 'invalid_request', error_type: 'bad_request' };
  test.each([
    ['no code', {}, invalid],
    ['an empty code', { code: '' }, invalid],
    ['a code of 1,001 characters', { code: 'x'.repeat(1_001) }, { ...invalid, errors: [{ field: 'code' }] }],
    ['a code with U+0000', { code: '\u0000' }, invalid],
    ['a repeated parameter', 'code=a&code=a', invalid],
    ['a parameter named __proto__', '__proto__=a&code=a', invalid],
    ['another grant type', { grant_type: 'password', code: 'x' }, { error: 'unsupported_grant_type' }],
    ['a secret in the header and in the body', { code: 'x', client_secret: 'x' }, invalid],
    ['a client id that is not that of the header', { code: 'x', client_id: 'x' }, invalid],
  ])('%s', async (_name, fields, expected) => {
    const { status, body } = await exchange(fields);
    expect(status).toBe(400);
    const { errors, ...others } = expected as { errors?: object[] };
    expect(body).toMatchObject({ ...others, error_description: expect.any(String), message: expect.any(String) });
    if (errors) expect(body.errors).toMatchObject(errors);
  });

  test.each([
    ['a code that is a number', { code: 1 }, 400],
    ['an array', [], 400],
    ['no JSON', '{', 400],
  ])('as JSON: %s', async (_name, body, status) => {
    const answer = await auth.call('POST /oauth2/v1/token', { headers: clientHeader(tenant), body });
    expect([answer.status, answer.body.error]).toEqual([status, 'invalid_request']);
  });

  test.each(['text/plain', 'application/x-www-form-urlencoded; charset=latin1', 'multipart/form-data; boundary=x'])(
    '415: %s',
    async (type) => {
      const answer = await exchange({ code: 'x' }, { ...clientHeader(tenant), 'content-type': type });
      expect([answer.status, answer.body.error_type]).toEqual([415, 'unsupported_media_type']);
    },
  );

  test('413: more than 64 KiB', async () => {
    expect((await exchange({ code: 'x'.repeat(70_000) })).status).toBe(413);
  });

  test('404: another method', async () => {
    expect((await auth.call('GET /oauth2/v1/token')).body.error_type).toBe('routing_error');
  });
});

describe('the redirect_uri and PKCE', () => {
  const code_verifier = 'a-verifier-of-43-characters-and-maybe-more~._';
  const code_challenge = createHash('sha256').update(code_verifier).digest('base64url');
  test.each([
    ['the verifier of the challenge', { code_challenge }, { code_verifier }, [200, undefined]],
    ['no verifier', { code_challenge }, {}, [400, 'invalid_grant']],
    ['another verifier', { code_challenge }, { code_verifier: `${code_verifier}x` }, [400, 'invalid_grant']],
    ['the challenge as verifier', { code_challenge }, { code_verifier: code_challenge }, [400, 'invalid_grant']],
    ['a verifier that is too short', { code_challenge }, { code_verifier: 'x' }, [400, 'invalid_request']],
    ['a verifier without challenge', {}, { code_verifier }, [400, 'invalid_grant']],
    ['another redirect_uri', {}, { redirect_uri: 'https://shop.example/back/' }, [400, 'invalid_grant']],
  ])('%s', async (_name, issued, presented, [status, error]) => {
    const code = await aCode(issued);
    const answer = await exchange({ code, ...presented });
    expect([answer.status, answer.body.error]).toEqual([status, error]);
    // A refused exchange does not use up the code.
    const right = { code, ...('code_challenge' in issued && { code_verifier }) };
    expect((await exchange(right)).status).toBe(status === 200 ? 400 : 200);
  });
});

describe('docs/api/authentication.md#proof-of-the-request', () => {
  const code_verifier = 'a-verifier-of-43-characters-and-maybe-more~._';
  const code_challenge = createHash('sha256').update(code_verifier).digest('base64url');
  const outOfBand = 'urn:ietf:wg:oauth:2.0:oob';
  const two = [back, 'https://shop.example/other'];

  test.each([
    ['one registered redirect URI, which proves enough', [back], {}, {}, 200],
    ['several, and nothing', two, {}, {}, 400],
    ['several, and the same redirect_uri', two, {}, { redirect_uri: back }, 200],
    ['several, and that of another request', two, {}, { redirect_uri: 'https://shop.example/other' }, 400],
    ['several, and PKCE', two, { code_challenge }, { code_verifier }, 200],
    ['none, and nothing', [], {}, {}, 400],
    ['none, and the same redirect_uri', [], {}, { redirect_uri: back }, 200],
    ['an installed application, and nothing', [outOfBand], { redirect_uri: outOfBand }, {}, 400],
    [
      'an installed application, and PKCE',
      [outOfBand],
      { redirect_uri: outOfBand, code_challenge },
      { code_verifier },
      200,
    ],
  ])('%s', async (...[, redirect_uris, issued, presented, status]) => {
    const own = await aTenant(auth);
    await auth.db.query('update clients set redirect_uris = $2 where id = $1', [own.client_id, redirect_uris]);
    const code = await issue(auth, neighbours, aSelection(own, issued), clock);
    const fields: Record<string, string> = { code, ...presented };
    const reply = await sendForm(auth, 'token', fields, clientHeader(own));
    expect([reply.status, reply.body.error]).toEqual([status, status === 200 ? undefined : 'invalid_grant']);
  });

  test('a client from before the rule needs none', async () => {
    const own = await aTenant(auth);
    await auth.db.query("update clients set redirect_uris = '{}', may_omit_proof = true where id = $1", [
      own.client_id,
    ]);
    const code = await issue(auth, neighbours, aSelection(own), clock);
    expect((await sendForm(auth, 'token', { code }, clientHeader(own))).status).toBe(200);
  });
});

describe('docs/api/authentication.md#connection-reuse', () => {
  test('the same place again: the same token, with the catalog, list and scope of the new grant at once', async () => {
    const location_id = await newLocation();
    const catalogs = ['one', 'two'].map((name) => neighbours.addCatalog(tenant.account.id, name, location_id));
    const [catalog_id = '', other = ''] = catalogs;
    const first = (await exchange({ code: await aCode({ location_id, catalog_id }) })).body;
    const code = await aCode({ location_id, catalog_id: other, scope: parseScope('location[catalog.read]') });
    // Only the exchange changes the connection.
    expect((await lookUp(first.access_token)).body.caller.catalog_id).toBe(catalog_id);
    const second = (await exchange({ code })).body;
    expect(second).toEqual({ ...first, catalog_id: other, catalog_name: 'two' });
    const { caller } = (await lookUp(first.access_token)).body;
    expect([caller.catalog_id, caller.scope]).toEqual([other, 'location[catalog.read]']);
    const announced = () => auth.bodiesOf('connection', caller.connection_id).map((message) => message.catalog_id);
    await auth.stop();
    expect(announced()).toEqual([catalog_id, other]);
    await auth.start();
  });

  test('another name: another token; the same name: the same token', async () => {
    const location_id = await newLocation();
    const tokenOf = async (name: string | null) =>
      (await exchange({ code: await aCode({ location_id, name }) })).body.access_token;
    const [unnamed, bar, barAgain, unnamedAgain] = [
      await tokenOf(null),
      await tokenOf('Bar'),
      await tokenOf('Bar'),
      await tokenOf(null),
    ];
    expect(bar).not.toBe(unnamed);
    expect([barAgain, unnamedAgain]).toEqual([bar, unnamed]);
  });

  test('a blocked connection is unblocked, a disconnected one is replaced', async () => {
    const location_id = await newLocation();
    const { id, access_token } = await authorize(auth, tenant, { location_id });
    await auth.operator(`POST /management/connections/${id}/block`);
    const again = await exchange({ code: await aCode({ location_id }) });
    expect(again.body.access_token).toBe(access_token);
    expect((await lookUp(access_token)).body.status).toBe('active');
    await auth.operator(`POST /management/connections/${id}/disconnect`);
    const replaced = await exchange({ code: await aCode({ location_id }) });
    expect(replaced.body.access_token).not.toBe(access_token);
    expect((await lookUp(access_token)).body.status).toBe('disconnected');
  });
});

/** Repeats an exchange that gets 503: on a busy machine, fifty of them can wait longer for the database than it allows. */
async function exchangeAgain(fields: Record<string, string>): Promise<Awaited<ReturnType<typeof exchange>>> {
  const answer = await exchange(fields);
  return answer.status === 503 ? exchangeAgain(fields) : answer;
}

/** The README says how to run more. */
const rounds = Number(process.env['EXCHANGE_ROUNDS'] ?? 5);

test(
  '50 concurrent exchanges of one code: one gets the token, the others 400',
  async () => {
    for (let round = 0; round < rounds; round += 1) {
      const code = await aCode();
      const answers = await Promise.all(Array.from({ length: 50 }, () => exchangeAgain({ code })));
      const statuses = answers.map(({ status }) => status).sort();
      expect([round, ...statuses]).toEqual([round, 200, ...(Array(49).fill(400) as number[])]);
    }
  },
  60_000 + rounds * 1_000,
);

test('50 concurrent exchanges of codes of one place: one token', async () => {
  const location_id = await newLocation();
  const codes = await Promise.all(Array.from({ length: 50 }, () => aCode({ location_id })));
  const answers = await Promise.all(codes.map((code) => exchangeAgain({ code })));
  expect(answers.map(({ status }) => status)).toEqual(Array(50).fill(200));
  expect(new Set(answers.map(({ body }) => body.access_token)).size).toBe(1);
});

test('docs/api/authentication.md#server-metadata', async () => {
  const { status, body } = await auth.call('GET /.well-known/oauth-authorization-server/oauth2/v1');
  expect([status, body]).toEqual([
    200,
    {
      issuer: 'https://hub.example/oauth2/v1',
      authorization_endpoint: 'https://hub.example/oauth2/v1/authorize',
      token_endpoint: 'https://hub.example/oauth2/v1/token',
      revocation_endpoint: 'https://hub.example/oauth2/v1/revoke',
      response_types_supported: ['code'],
      response_modes_supported: ['query'],
      grant_types_supported: ['authorization_code'],
      token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
      revocation_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
      code_challenge_methods_supported: ['S256'],
      authorization_response_iss_parameter_supported: true,
    },
  ]);
});
