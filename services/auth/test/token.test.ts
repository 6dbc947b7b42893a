import { createHash } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { digest, keyName } from '@order-hub/shared/encryption';
import { newId } from '@order-hub/shared/ids';
import { openLog } from '@order-hub/shared/log';
import { parseScope } from '@order-hub/shared/scopes';
import { sized } from '@order-hub/testing/extent';
import { aPrincipal, eventually } from '@order-hub/testing/call';
import { testSigningKeys, testVerifyingKeys } from '@order-hub/testing/keys';
import { readConfig } from '../src/config.ts';
import type { Selection } from '../src/oauth/issue-code.ts';
import { aLocation, anAccount, aTenant, authorize, back, type Tenant } from './builders.ts';
import { aSelection, basic, clientHeader, issue, type Neighbours, sendForm, startNeighbours } from './issued-codes.ts';
import { encryptionKey, requiredSettings, startTestAuth, type TestAuth } from './service.ts';

let auth: TestAuth;
beforeAll(async () => (auth = await startTestAuth()));
afterAll(() => auth.close());

/** POST /oauth2/v1/token (docs/api/authentication.md#token-request). */
describe('POST /oauth2/v1/token', () => {
  let auth: TestAuth;

  let neighbours: Neighbours;

  let tenant: Tenant;

  const start = new Date('2026-03-01T12:00:00Z');
  let clock = start;

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
    issue(auth, neighbours, aSelection(tenant, overrides), { now: clock });

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
      const code = await issue(auth, neighbours, aSelection(other), { now: clock });
      const { body } = await auth.operator(`POST /management/clients/${other.client_id}/rotate_secret`);
      expect((await exchange({ code }, clientHeader(other))).status).toBe(401);
      expect((await exchange({ code }, basic(other.client_id, body.client_secret))).status).toBe(200);
    });

    test('the former secret that a client kept, once its time is over or another one replaced the new one', async () => {
      // PostgreSQL's clock judges when it ends.
      clock = new Date();
      const other = await aTenant(auth);
      const rotate = async (body: object) =>
        (await auth.operator(`POST /management/clients/${other.client_id}/rotate_secret`, body)).body.client_secret;
      const statuses = (...secrets: string[]) =>
        Promise.all(
          secrets.map(async (secret) => (await exchange({ code: 'x' }, basic(other.client_id, secret))).status),
        );
      const [known, unknown] = [400, 401];
      const first = other.client.client_secret;
      const second = await rotate({ keep_old_seconds: 3_600 });
      expect(await statuses(first, second)).toEqual([known, known]);
      const revoked = await sendForm(auth, 'revoke', { token: 'x' }, basic(other.client_id, first));
      expect(revoked.status).not.toBe(unknown);
      const third = await rotate({ keep_old_seconds: 3_600 });
      expect(await statuses(first, second, third)).toEqual([unknown, known, known]);
      // The release before rotates without the table of kept secrets.
      await auth.db.query('update clients set secret_digest = $2 where id = $1', [
        other.client_id,
        digest('of before'),
      ]);
      expect(await statuses(second, third, 'of before')).toEqual([unknown, unknown, known]);
      const fourth = await rotate({ keep_old_seconds: 3_600 });
      await auth.db.query(`update kept_secrets set ends_at = now() where client_id = $1`, [other.client_id]);
      expect(await statuses('of before', fourth)).toEqual([unknown, known]);
      clock = start;
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

    /** Exchanges a code of a client of its own. `send`: how the token request is written. */
    async function exchangeOf(
      client: { redirect_uris: string[]; needs_proof: boolean },
      issued: Parameters<typeof aSelection>[1],
      presented: Record<string, string>,
      send: (fields: Record<string, string>, headers: Record<string, string>) => ReturnType<typeof exchange>,
    ) {
      const own = await aTenant(auth);
      const user = aPrincipal({ user: own.user, is_confirmed: true });
      const switched = { user, body: { needs_proof: client.needs_proof } };
      expect((await auth.call(`POST /management/clients/${own.client_id}/proof`, switched)).status).toBe(200);
      await auth.db.query('update clients set redirect_uris = $2 where id = $1', [own.client_id, client.redirect_uris]);
      const code = await issue(auth, neighbours, aSelection(own, issued), { now: clock });
      const reply = await send({ code, ...presented }, clientHeader(own));
      return [reply.status, reply.body.error];
    }

    const asForm: Parameters<typeof exchangeOf>[3] = (fields, headers) => sendForm(auth, 'token', fields, headers);
    const asJson: typeof asForm = (body, headers) => auth.call('POST /oauth2/v1/token', { headers, body });
    const inQuery: typeof asForm = (fields, headers) =>
      auth.call(`POST /oauth2/v1/token?${new URLSearchParams(fields)}`, { headers });

    const registered: [string, string[], Parameters<typeof aSelection>[1]][] = [
      ['one redirect URI', [back], {}],
      ['several', two, {}],
      ['none', [], {}],
      ['an installed application', [outOfBand], { redirect_uri: outOfBand }],
      ['an installed application with a page', [outOfBand, back], { redirect_uri: outOfBand }],
    ];
    const ways: [string, typeof asForm][] = [
      ['form', asForm],
      ['JSON', asJson],
      ['query', inQuery],
    ];

    test.each(registered.flatMap((client) => ways.map((way) => [...client, ...way] as const)))(
      'the code alone suffices: %s; %#',
      async (...[, redirect_uris, issued, , send]) => {
        expect(await exchangeOf({ redirect_uris, needs_proof: false }, issued, {}, send)).toEqual([200, undefined]);
      },
    );

    const refused = [400, 'invalid_grant'];
    test.each<[string, string[], boolean, object, Record<string, string>, unknown[]]>([
      ['of another request, optional', two, false, {}, { redirect_uri: 'https://shop.example/other' }, refused],
      ['of another request, compulsory', two, true, {}, { redirect_uri: 'https://shop.example/other' }, refused],
      ['absent, compulsory, one redirect URI', [back], true, {}, {}, refused],
      ['absent, compulsory, installed', [outOfBand], true, { redirect_uri: outOfBand }, {}, refused],
      ['a value that is empty, compulsory', two, true, {}, { redirect_uri: '', code_verifier: '' }, refused],
      ['the same redirect_uri, compulsory', two, true, {}, { redirect_uri: back }, [200, undefined]],
      ['PKCE, compulsory', two, true, { code_challenge }, { code_verifier }, [200, undefined]],
    ])('a proof that is sent is checked, and may be compulsory: %s', async (...given) => {
      const [, redirect_uris, needs_proof, issued, presented, expected] = given;
      expect(await exchangeOf({ redirect_uris, needs_proof }, issued, presented, asForm)).toEqual(expected);
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

  test('50 concurrent exchanges of one code: one gets the token, the others 400', async () => {
    for (let round = 0; round < sized(2, 200); round += 1) {
      const code = await aCode();
      const answers = await Promise.all(Array.from({ length: 50 }, () => exchangeAgain({ code })));
      const statuses = answers.map(({ status }) => status).sort();
      expect([round, ...statuses]).toEqual([round, 200, ...(Array(49).fill(400) as number[])]);
    }
  });

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
});

/** How codes are issued, stored and deleted (docs/api/authentication.md#authorisation-codes). */
describe('codes', () => {
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
    await issue(auth, neighbours, aSelection(own), { now: longAgo });
    await issue(auth, neighbours, aSelection(own), { now: longAgo });
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
    const secrets = [
      code,
      body.access_token,
      tenant.client.client_secret,
      headers.authorization.slice('Basic '.length),
    ];
    for (const secret of secrets) expect([secret.length > 40, text.includes(secret)]).toEqual([true, false]);
  });
});

/** POST /oauth2/v1/revoke (docs/api/authentication.md#revocation). */
describe('POST /oauth2/v1/revoke', () => {
  let tenant: Tenant;

  let count = 0;

  beforeAll(async () => (tenant = await aTenant(auth)));

  const aConnection = () =>
    authorize(auth, tenant, { location_id: tenant.location.id, name: `of test ${(count += 1)}` });

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
});

/** Rotating HUB_ENCRYPTION_KEYS (docs/upgrade.md#encryption-keys). */
describe('encryption keys', () => {
  const otherKey = 'another-encryption-key-0123456789abcdef';

  const newestKey = 'the-newest-encryption-key-0123456789abc';

  const lines: Record<string, unknown>[] = [];

  const log = openLog('auth', 'info', { write: (line) => lines.push(JSON.parse(line) as Record<string, unknown>) });

  /** Of its own: it counts all secrets. */
  let auth: TestAuth;
  let tenant: Tenant;
  beforeAll(async () => {
    auth = await startTestAuth();
    tenant = await aTenant(auth);
  });
  afterAll(() => auth.close());

  const withKeys = (HUB_ENCRYPTION_KEYS: string) =>
    startTestAuth({ database: auth.database, env: { HUB_ENCRYPTION_KEYS }, log });

  const grantOn = ({ operator }: TestAuth) => {
    const { client_id, location } = tenant;
    return operator('POST /management/connections', {
      client_id,
      location_id: location.id,
      scope: 'location[orders.read]',
    });
  };

  const statusOf = async (token: string) => (await auth.internal(`GET /internal/connections/${digest(token)}`)).status;

  test('authorising again gives the same token with any key of the ring', async () => {
    const { body: before } = await grantOn(auth);
    const rotated = await withKeys(`${otherKey},${encryptionKey}`);
    expect(await grantOn(rotated)).toMatchObject({ status: 200, body: before });
    await rotated.close();
  });

  test('authorising again without the key of the token gives a new token, and a line in the log', async () => {
    const { body: before } = await grantOn(auth);
    const without = await withKeys(otherKey);
    const { status, body: after } = await grantOn(without);
    expect([status, after.id]).toEqual([200, before.id]);
    expect(after.access_token).not.toBe(before.access_token);
    expect([await statusOf(before.access_token), await statusOf(after.access_token)]).toEqual([404, 200]);
    expect(lines).toContainEqual(
      expect.objectContaining({
        level: 'warn',
        connection_id: before.id,
        reason: expect.stringContaining('No key of'),
      }),
    );
    expect((await grantOn(without)).body.access_token).toBe(after.access_token);
    await without.close();
  });

  describe('hub keys', () => {
    let events: Server;
    const asked: unknown[] = [];
    beforeAll(async () => {
      events = createServer(async (request, response) => {
        const body = await text(request);
        if (body) asked.push(JSON.parse(body));
        const step = { reencrypted: 2, unreadable: 1, next: asked.length < 2 ? '0:x' : null };
        const answer = request.url === '/internal/secrets' ? { encrypted: [] } : step;
        response.writeHead(request.url === '/internal/keys' ? 503 : 200).end(JSON.stringify(answer));
      });
      await new Promise<void>((resolve) => events.listen(0, '127.0.0.1', resolve));
    });
    afterAll(() => void events.close());

    test('status counts the secrets of each key; reencrypt leaves only those of unknown keys, step by step', async () => {
      const EVENTS_URL = `http://127.0.0.1:${(events.address() as AddressInfo).port}`;
      const rotated = await startTestAuth({
        database: auth.database,
        env: { EVENTS_URL, HUB_ENCRYPTION_KEYS: `${newestKey},${encryptionKey}` },
      });
      const rows = async () => {
        const { body } = await rotated.operator('GET /management/keys');
        return Object.fromEntries(body.encrypted.map(({ key, ...row }: any) => [key, row]));
      };
      const before = await rows();
      expect(before).toEqual({
        [keyName(encryptionKey)]: { service: 'auth', rows: 1, is_current: false, is_known: true },
        [keyName(otherKey)]: { service: 'auth', rows: 1, is_current: false, is_known: false },
      });
      const { services } = (await rotated.operator('GET /management/keys')).body;
      const verifying_keys = [...testVerifyingKeys.keys()];
      const unknown = { signing_key: null, verifying_keys: null, unknown_to: [] };
      expect(services).toContainEqual({ service: 'orders', ...unknown });
      const known = { signing_key: testSigningKeys.auth.id, verifying_keys, unknown_to: [] };
      expect(services).toContainEqual({ service: 'auth', ...known });
      const steps = [];
      let after: string | undefined;
      do {
        const { body } = await rotated.operator(
          'POST /management/keys/reencrypt',
          after === undefined ? {} : { after },
        );
        steps.push(body);
        after = body.next ?? undefined;
      } while (after !== undefined);
      expect(steps).toEqual([
        { reencrypted: 1, unreadable: 0, next: 'auth 1:' },
        { reencrypted: 0, unreadable: 1, next: 'auth 2:' },
        { reencrypted: 0, unreadable: 0, next: 'auth 3:' },
        { reencrypted: 0, unreadable: 0, next: 'auth 4:' },
        { reencrypted: 0, unreadable: 0, next: 'events 0:' },
        { reencrypted: 2, unreadable: 1, next: 'events 0:x' },
        { reencrypted: 2, unreadable: 1, next: null },
      ]);
      expect(asked).toEqual([{ after: '0:' }, { after: '0:x' }]);
      expect(await rows()).toEqual({
        [keyName(newestKey)]: { service: 'auth', rows: 1, is_current: true, is_known: true },
        [keyName(otherKey)]: { service: 'auth', rows: 1, is_current: false, is_known: false },
      });
      await rotated.close();
    });

    test.each(['auth', 'auth x', 'orders 0:', 'auth 0:a b'])('422: a step after %s', async (after) => {
      expect((await auth.operator('POST /management/keys/reencrypt', { after })).status).toBe(422);
    });
  });

  test('a client secret whose key is missing: 422 says what to do, and a new secret can be created', async () => {
    const { user, client_id } = await aTenant(auth);
    const without = await withKeys(otherKey);
    const send = (action: string) =>
      without.call(`POST /management/clients/${client_id}/${action}`, { user: aPrincipal({ user }), body: {} });
    const { status, body } = await send('secret');
    expect([status, body.message]).toEqual([422, expect.stringContaining('HUB_ENCRYPTION_KEYS')]);
    expect((await send('rotate_secret')).status).toBe(200);
    expect((await send('secret')).status).toBe(200);
    await without.close();
  });
});
