import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { transaction } from '@order-hub/shared/database';
import { decryptSecret, digest } from '@order-hub/shared/encryption';
import { newId } from '@order-hub/shared/ids';
import type { ServiceName } from '@order-hub/shared/neighbours';
import { parseScope } from '@order-hub/shared/scopes';
import { aPlace, aPrincipal, eventually } from '@order-hub/testing/call';
import { byUser } from '../src/audit/audit.ts';
import { clearPreviousSecrets } from '../src/clients/secrets/clear-previous-secrets.ts';
import { assertPlaceFits, connectionStatus, type Grant } from '../src/connections/connection.ts';
import { grantConnection } from '../src/connections/granting/grant-connection.ts';
import { aLocation, anAccount, aTenant, authorize, type Tenant } from './builders.ts';
import { type Neighbours, startNeighbours } from './issued-codes.ts';
import { auditOfSubject } from './owner.ts';
import { encryptionKey, startTestAuth, type TestAuth, testGranting } from './service.ts';

let neighbours: Neighbours;
let auth: TestAuth;
beforeAll(async () => {
  neighbours = await startNeighbours();
  auth = await startTestAuth({ env: neighbours.settings });
});
afterAll(async () => {
  await auth.close();
  await neighbours.close();
});

describe('connections', () => {
  let tenant: Tenant;

  beforeAll(async () => (tenant = await aTenant(auth)));

  const create = (body: object) =>
    auth.operator('POST /management/connections', { client_id: tenant.client_id, ...body });

  const anotherLocation = async () =>
    (await auth.operator('POST /management/locations', aLocation(tenant.account.id))).body;

  const mark = (id: string, how: string) => auth.operator(`POST /management/connections/${id}/${how}`);

  const lookUp = (token: string) => auth.internal(`GET /internal/connections/${digest(token)}`);

  /** Waits for the message of this version, and returns all messages of the connection so far. */
  const messagesUpTo = (id: string, version: number) =>
    eventually(() => {
      const messages = auth.bodiesOf('connection', id);
      return messages.some((message) => message.version === version) && messages;
    });

  describe('POST /management/connections', () => {
    test('200: a location: the token response, and what the gateway gets for the token', async () => {
      const { location, account, client_id, user } = tenant;
      const scope = 'profile,location[catalog.read,orders.write]';
      const catalog_id = neighbours.addCatalog(account.id, 'Menu', location.id);
      const customer_list_id = neighbours.addList(account.id, 'Guests', null);
      const { status, body } = await create({
        scope,
        location_id: location.id,
        catalog_id,
        customer_list_id,
        name: 'Bar',
      });
      expect(status).toBe(200);
      expect(body).toEqual({
        id: expect.any(String),
        access_token: expect.stringMatching(/^hub_[0-9a-f]{48}$/),
        token_type: 'Bearer',
        account_id: account.id,
        location_id: location.id,
        catalog_id,
        customer_list_id,
        account_name: 'Chez Ada',
        location_name: 'Rue du Bac',
        catalog_name: 'Menu',
        customer_list_name: 'Guests',
      });
      expect((await lookUp(body.access_token)).body).toEqual({
        status: 'active',
        caller: {
          connection_id: body.id,
          connection_name: 'Bar',
          client_id,
          client_name: 'Till',
          user_id: user.id,
          account: { id: account.id, currency: 'EUR' },
          location_id: location.id,
          catalog_id,
          customer_list_id,
          scope: 'location[orders.write,catalog.read],profile',
        },
        location: { id: location.id, timezone: 'Europe/Paris' },
        is_strict: false,
      });
    });

    test('200: an account, and a user alone', async () => {
      const ofAccount = await create({ scope: 'account[orders.read]', account_id: tenant.account.id });
      expect(ofAccount.body).toMatchObject({ account_id: tenant.account.id, location_id: null, location_name: null });
      expect((await lookUp(ofAccount.body.access_token)).body).toMatchObject({
        location: null,
        caller: { location_id: null },
      });
      const ofUser = await create({ scope: 'profile' });
      expect(ofUser.body).toMatchObject({ account_id: null, account_name: null, location_id: null });
      expect((await lookUp(ofUser.body.access_token)).body.caller).toMatchObject({
        account: null,
        user_id: tenant.user.id,
      });
    });

    test('200: the same client, place and name: the same token, with the new scope and bindings', async () => {
      const { id: location_id } = await anotherLocation();
      const [one, two] = ['one', 'two'].map((name) => neighbours.addCatalog(tenant.account.id, name, location_id));
      const first = await create({ scope: 'location[orders.read]', location_id, catalog_id: one });
      const second = await create({ scope: 'location[orders.write]', location_id, catalog_id: two, name: '' });
      expect([second.body.id, second.body.access_token]).toEqual([first.body.id, first.body.access_token]);
      expect((await lookUp(first.body.access_token)).body.caller).toMatchObject({
        catalog_id: two,
        scope: 'location[orders.write]',
      });
    });

    test('200: another name, place, level or client: another token', async () => {
      const { id: location_id } = await anotherLocation();
      const other = (await auth.operator('POST /management/clients', { user_id: tenant.user.id, name: 'Kiosk' })).body;
      const answers = [
        await create({ scope: 'location[orders.read]', location_id }),
        await create({ scope: 'location[orders.read]', location_id, name: 'Bar' }),
        await create({ scope: 'location[orders.read]', location_id: (await anotherLocation()).id }),
        await create({ scope: 'account[orders.read]', account_id: tenant.account.id, name: 'of this test' }),
        await create({ scope: 'location[orders.read]', location_id, client_id: other.client_id }),
      ];
      expect(new Set(answers.map(({ body }) => body.access_token)).size).toBe(answers.length);
    });

    test('200: twenty at once for one client, place and name: one token', async () => {
      const { id: location_id } = await anotherLocation();
      const answers = await Promise.all(
        Array.from({ length: 20 }, () => create({ scope: 'location[orders.read]', location_id })),
      );
      expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
      expect(new Set(answers.map(({ body }) => body.access_token)).size).toBe(1);
      const [{ body }] = answers as [(typeof answers)[0]];
      const versions = (await messagesUpTo(body.id, 20)).map(({ version }) => version);
      expect(versions).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
    });

    test.each([
      [{ scope: 'location[orders.read]' }, 'location_id'],
      [{ scope: 'location[orders.read]', location_id: 'unknown' }, 'location_id'],
      [{ scope: 'account[orders.read]', account_id: 'unknown' }, 'account_id'],
      [{ scope: 'account[orders.read]', location_id: 'any' }, 'account_id'],
      [{ scope: 'profile', account_id: 'any' }, 'account_id'],
      [{ scope: 'profile', client_id: 'unknown' }, 'client_id'],
      [{ scope: 'location[orders.delete]', location_id: 'any' }, 'scope'],
      [{ scope: '' }, 'scope'],
      [{}, 'scope'],
      [{ scope: 'profile', catalog_id: 'not an id' }, 'catalog_id'],
    ])('422: %j', async (body, field) => {
      const answer = await create(body);
      expect([answer.status, answer.body.errors[0].field]).toEqual([422, field]);
    });
  });

  describe('a user who grants', () => {
    const grant = (user_id: string, place: object, scope: string) =>
      transaction(auth.db, (trx) => {
        const by = byUser({
          now: new Date(),
          requestId: newId(),
          address: null,
          user: { id: user_id, email: 'a@b.example' },
        });
        const selection = {
          ...nowhere,
          client_id: tenant.client_id,
          user_id,
          name: null,
          scope: parseScope(scope),
          ...place,
        };
        return grantConnection(trx, testGranting, by, selection);
      });
    const nowhere = { location_id: null, account_id: null, catalog_id: null, customer_list_id: null };

    test('can grant access to what is theirs, and to their profile', async () => {
      const { user, location } = tenant;
      expect(await grant(user.id, { location_id: location.id }, 'location[orders.read]')).toMatchObject({
        location_id: location.id,
      });
      const other = await aTenant(auth);
      const { access_token } = await grant(other.user.id, {}, 'profile');
      expect((await lookUp(access_token)).body.caller).toMatchObject({
        user_id: other.user.id,
        client_id: tenant.client_id,
      });
    });

    test("cannot grant access to another user's place: it looks like an unknown one", async () => {
      const other = await aTenant(auth);
      const place = { location_id: tenant.location.id };
      await expect(grant(other.user.id, place, 'location[orders.read]')).rejects.toMatchObject({
        errors: [{ field: 'location_id' }],
      });
      const account = { account_id: tenant.account.id };
      await expect(grant(other.user.id, account, 'account[orders.read]')).rejects.toMatchObject({
        errors: [{ field: 'account_id' }],
      });
    });
  });

  describe('block, unblock, disconnect', () => {
    test('each changes the status that the gateway gets, and sends a message with the next version', async () => {
      const { id: location_id } = await anotherLocation();
      const { id, access_token } = await authorize(auth, tenant, { location_id });
      const statuses = [];
      for (const how of ['block', 'unblock', 'block', 'disconnect']) {
        const { status, body } = await mark(id, how);
        expect(status).toBe(200);
        statuses.push(body.status);
        expect((await lookUp(access_token)).body.status).toBe(body.status);
      }
      expect(statuses).toEqual(['blocked', 'active', 'blocked', 'disconnected']);
      const messages = await messagesUpTo(id, 5);
      expect(messages.map(({ version, status }) => [version, status])).toEqual([
        [1, 'active'],
        [2, 'blocked'],
        [3, 'active'],
        [4, 'blocked'],
        [5, 'disconnected'],
      ]);
      expect(messages[0]).toMatchObject({
        id,
        token_digest: digest(access_token),
        client_id: tenant.client_id,
        client_name: 'Till',
        location_id,
      });
      expect(await decryptSecret([encryptionKey], messages[0]!.client_secret, `client:${tenant.client_id}`)).toBe(
        tenant.client.client_secret,
      );
    });

    test('without a change no message is sent', async () => {
      const { id: location_id } = await anotherLocation();
      const { id } = await authorize(auth, tenant, { location_id });
      for (const how of ['unblock', 'block', 'block', 'disconnect', 'disconnect'])
        expect((await mark(id, how)).status).toBe(200);
      expect((await messagesUpTo(id, 3)).map(({ version }) => version)).toEqual([1, 2, 3]);
    });

    test('authorised again, a blocked connection is active with its token; after a disconnection there is a new one', async () => {
      const { id: location_id } = await anotherLocation();
      const first = await authorize(auth, tenant, { location_id });
      await mark(first.id, 'block');
      const second = await authorize(auth, tenant, { location_id });
      expect(second.access_token).toBe(first.access_token);
      expect((await lookUp(first.access_token)).body.status).toBe('active');
      await mark(first.id, 'disconnect');
      const third = await authorize(auth, tenant, { location_id });
      expect(third.access_token).not.toBe(first.access_token);
      expect((await lookUp(first.access_token)).body.status).toBe('disconnected');
      expect((await lookUp(third.access_token)).body.status).toBe('active');
      const { status, body } = await mark(first.id, 'unblock');
      expect([status, body.errors[0].field]).toEqual([422, 'connection_id']);
    });

    test('a new client secret is announced for each connection that is not disconnected', async () => {
      const client = (await auth.operator('POST /management/clients', { user_id: tenant.user.id, name: 'Rotating' }))
        .body;
      const { id } = await authorize(auth, tenant, { client_id: client.client_id, location_id: tenant.location.id });
      const { body } = await auth.operator(`POST /management/clients/${client.client_id}/rotate_secret`);
      expect(body.client_secret).not.toBe(client.client_secret);
      const [, second] = await messagesUpTo(id, 2);
      expect(await decryptSecret([encryptionKey], second!.client_secret, `client:${client.client_id}`)).toBe(
        body.client_secret,
      );
    });

    test('the previous secret is announced for a day, also for a connection that is made afterwards', async () => {
      const client = (await auth.operator('POST /management/clients', { user_id: tenant.user.id, name: 'Rotating' }))
        .body;
      const { id } = await authorize(auth, tenant, { client_id: client.client_id, location_id: tenant.location.id });
      const [first] = await messagesUpTo(id, 1);
      expect(first!.previous_client_secret ?? null).toBeNull();
      await auth.operator(`POST /management/clients/${client.client_id}/rotate_secret`);
      const other = await authorize(auth, tenant, {
        client_id: client.client_id,
        location_id: (await anotherLocation()).id,
      });
      const [, rotated] = await messagesUpTo(id, 2);
      const [made] = await messagesUpTo(other.id, 1);
      for (const message of [rotated!, made!]) {
        expect(
          await decryptSecret([encryptionKey], message.previous_client_secret!, `client:${client.client_id}`),
        ).toBe(client.client_secret);
        const hours = (Date.parse(message.previous_secret_until!) - Date.now()) / 3_600_000;
        expect(hours).toBeGreaterThan(23);
        expect(hours).toBeLessThanOrEqual(24);
      }
    });

    /** A client whose old secret is kept for two days, with a connection. Its messages from the rotation on. */
    async function aKeepingClient() {
      const other = await aTenant(auth);
      const { id } = await authorize(auth, other, { location_id: other.location.id });
      const path = `POST /management/clients/${other.client_id}`;
      const { body } = await auth.operator(`${path}/rotate_secret`, { keep_old_seconds: 172_800 });
      const messages = async (count: number) => (await messagesUpTo(id, count)).slice(1);
      return { ...other, path, kept_until: body.old_secret_until as string, messages };
    }

    test('a kept secret is announced with its end, shown, and ended at once', async () => {
      const { path, client_id, user, kept_until, messages } = await aKeepingClient();
      const days = (Date.parse(kept_until) - Date.now()) / 86_400_000;
      expect([days > 1.9, days <= 2]).toEqual([true, true]);
      const shown = async () => (await auth.operator(`GET /management/clients/${client_id}`)).body.old_secret_until;
      expect(await shown()).toBe(kept_until);
      expect((await auth.operator(`GET /management/clients?user_id=${user.id}`)).body.items).toMatchObject([
        { old_secret_until: kept_until },
      ]);
      for (let time = 0; time < 2; time += 1) expect((await auth.operator(`${path}/end_old_secret`)).status).toBe(200);
      expect(await shown()).toBeNull();
      const [rotated, ended, ...more] = await messages(3);
      expect(rotated).toMatchObject({ previous_secret_until: kept_until, kept_secret_until: kept_until });
      expect(ended).toMatchObject({ previous_secret_until: kept_until, kept_secret_until: null });
      expect(more).toEqual([]);
      expect((await auth.operator(`POST /management/clients/${newId()}/end_old_secret`)).status).toBe(404);
    });

    test.each([[-1], [604_801], [1.5], ['1d']])('422: an old secret kept for %s seconds', async (keep_old_seconds) => {
      const path = `POST /management/clients/${tenant.client_id}/rotate_secret`;
      const { status, body } = await auth.operator(path, { keep_old_seconds });
      expect([status, body.errors[0].field]).toEqual([422, 'keep_old_seconds']);
    });

    test('a secret whose time is over is deleted, and other services are told', async () => {
      const { client_id, messages } = await aKeepingClient();
      const leftIn = async (table: string, key: string) =>
        (await auth.db.query(`select * from ${table} where ${key} = $1`, [client_id])).rows[0];
      await clearPreviousSecrets(auth.db, new Date(Date.now() + 47 * 3_600_000));
      expect(await leftIn('kept_secrets', 'client_id')).toBeDefined();
      await clearPreviousSecrets(auth.db, new Date(Date.now() + 49 * 3_600_000));
      expect(await leftIn('kept_secrets', 'client_id')).toBeUndefined();
      const none = { previous_secret_encrypted: null, previous_secret_until: null };
      expect(await leftIn('clients', 'id')).toMatchObject(none);
      const [, cleared] = await messages(3);
      expect(cleared).toMatchObject({
        previous_client_secret: null,
        previous_secret_until: null,
        kept_secret_until: null,
      });
    });

    test('404: unknown connections, clients and tokens', async () => {
      for (const how of ['block', 'unblock', 'disconnect']) expect((await mark(newId(), how)).status).toBe(404);
      expect((await auth.operator(`POST /management/clients/${newId()}/rotate_secret`)).status).toBe(404);
      expect((await lookUp('hub_unknown')).status).toBe(404);
    });

    test('401: internal calls without the token of a gateway', async () => {
      expect((await auth.call(`GET /internal/connections/${digest('x')}`)).status).toBe(401);
      expect((await auth.call(`GET /internal/connections/${digest('x')}`, { internal: 'orders' })).status).toBe(401);
    });
  });

  describe('suspension', () => {
    test('of an account: its connections of both levels, its locations, and no others', async () => {
      const mine = await aTenant(auth);
      const ofLocation = await authorize(auth, mine, { location_id: mine.location.id });
      const ofAccount = await authorize(auth, mine, { account_id: mine.account.id });
      const foreign = await authorize(auth, tenant, { location_id: (await anotherLocation()).id });
      const facts = `GET /internal/accounts/${mine.account.id}/locations/${mine.location.id}`;
      const statuses = () =>
        Promise.all(
          [ofLocation, ofAccount, foreign].map(async ({ access_token }) => (await lookUp(access_token)).body.status),
        );

      expect((await auth.operator(`POST /management/accounts/${mine.account.id}/suspend`)).body).toMatchObject({
        suspended: true,
      });
      expect(await statuses()).toEqual(['suspended', 'suspended', 'active']);
      expect((await auth.internal(facts)).body).toEqual({
        id: mine.location.id,
        timezone: 'Europe/Paris',
        suspended: true,
      });
      await auth.operator(`POST /management/accounts/${mine.account.id}/suspend`);
      expect((await auth.operator(`POST /management/accounts/${mine.account.id}/resume`)).body).toMatchObject({
        suspended: false,
      });
      expect(await statuses()).toEqual(['active', 'active', 'active']);
      expect((await auth.internal(facts)).body.suspended).toBe(false);

      expect((await messagesUpTo(ofAccount.id, 3)).map(({ status }) => status)).toEqual([
        'active',
        'suspended',
        'active',
      ]);
      await eventually(() => auth.bodiesOf('location', mine.location.id).length === 2);
      expect(auth.bodiesOf('location', mine.location.id)[0]).toEqual({
        id: mine.location.id,
        account_id: mine.account.id,
      });
    });

    test('of a location: the connections bound to it', async () => {
      const mine = await aTenant(auth);
      const ofLocation = await authorize(auth, mine, { location_id: mine.location.id });
      const ofAccount = await authorize(auth, mine, { account_id: mine.account.id });
      await mark(ofLocation.id, 'block');
      await auth.operator(`POST /management/locations/${mine.location.id}/suspend`);
      expect((await lookUp(ofLocation.access_token)).body.status).toBe('blocked');
      await mark(ofLocation.id, 'unblock');
      expect((await lookUp(ofLocation.access_token)).body.status).toBe('suspended');
      expect((await lookUp(ofAccount.access_token)).body.status).toBe('active');
      expect((await messagesUpTo(ofLocation.id, 4)).map(({ status }) => status)).toEqual([
        'active',
        'blocked',
        'blocked',
        'suspended',
      ]);
      await eventually(() => auth.bodiesOf('location', mine.location.id).length === 1);
    });

    test('connections that are created while the account is suspended end up suspended', async () => {
      const mine = await aTenant(auth);
      const names = Array.from({ length: 10 }, (_, index) => `till ${index}`);
      const path = `POST /management/accounts/${mine.account.id}`;
      const [connections] = await Promise.all([
        Promise.all(names.map((name) => authorize(auth, mine, { location_id: mine.location.id, name }))),
        auth
          .operator(`${path}/suspend`)
          .then(() => auth.operator(`${path}/resume`))
          .then(() => auth.operator(`${path}/suspend`)),
      ]);
      await eventually(async () => (await auth.db.query('select 1 from outbox')).rowCount === 0);
      for (const { id, access_token } of connections) {
        const messages = auth.bodiesOf('connection', id);
        expect(messages.map(({ version }) => version)).toEqual(messages.map((_, index) => index + 1));
        expect(messages.at(-1)!.status).toBe('suspended');
        expect((await lookUp(access_token)).body.status).toBe('suspended');
      }
    });

    test('404: unknown accounts and locations, and a location of another account', async () => {
      for (const what of ['accounts', 'locations']) {
        for (const how of ['suspend', 'resume']) {
          expect((await auth.operator(`POST /management/${what}/${newId()}/${how}`)).status).toBe(404);
        }
      }
      const other = await aTenant(auth);
      expect(
        (await auth.internal(`GET /internal/accounts/${other.account.id}/locations/${tenant.location.id}`)).status,
      ).toBe(404);
    });
  });

  test('no row of the database holds a token, a client secret or a password in clear', async () => {
    const { access_token } = await authorize(auth, tenant, { location_id: tenant.location.id, name: 'raw rows' });
    const { rows: tables } = await auth.db.query(
      `select table_name from information_schema.tables where table_schema = 'auth'`,
    );
    expect(tables.length).toBeGreaterThan(6);
    const dumps = await Promise.all(
      tables.map(async ({ table_name }) =>
        JSON.stringify((await auth.db.query(`select t::text from auth.${table_name} t`)).rows),
      ),
    );
    const dump = dumps.join('\n');
    expect(dump).toContain(tenant.client_id);
    expect(dump).toContain(digest(access_token));
    for (const secret of [access_token, tenant.client.client_secret, 'correct horse battery', encryptionKey]) {
      expect(dump).not.toContain(secret);
      expect(dump).not.toContain(secret.replace(/^hub_(secret_)?/, ''));
      expect(dump).not.toContain(Buffer.from(secret).toString('base64url'));
      expect(dump).not.toContain(Buffer.from(secret).toString('hex'));
    }
  });
});

/** What an operator binds a connection to (docs/api/authentication.md#permissions). */
describe('bound connections', () => {
  let tenant: Tenant;

  beforeAll(async () => (tenant = await aTenant(auth)));

  const create = (body: object) =>
    auth.operator('POST /management/connections', { client_id: tenant.client_id, ...body });

  const anotherLocation = async () =>
    (await auth.operator('POST /management/locations', aLocation(tenant.account.id))).body;

  describe('POST /management/connections with a catalog or customer list', () => {
    const kinds = ['catalog_id', 'customer_list_id'] as const;
    const add = (kind: (typeof kinds)[number], account_id: string, location_id: string | null) =>
      (kind === 'catalog_id' ? neighbours.addCatalog : neighbours.addList)(account_id, newId(), location_id);
    const atLocation = () => ({ scope: 'location[catalog.read]', location_id: tenant.location.id });
    const atAccount = () => ({ scope: 'account[catalog.read]', account_id: tenant.account.id });

    test.each(kinds)(
      '200: %s of the location or its account, or for an account of any of its locations',
      async (kind) => {
        const { account, location } = tenant;
        const shared = add(kind, account.id, null);
        const own = add(kind, account.id, location.id);
        for (const bound of [shared, own]) {
          expect((await create({ ...atLocation(), [kind]: bound })).body[kind]).toBe(bound);
          expect((await create({ ...atAccount(), [kind]: bound })).body[kind]).toBe(bound);
        }
      },
    );

    test.each(kinds)(
      '422 on %s: unknown, of another account, or of another location; nothing is granted',
      async (kind) => {
        const name = newId();
        const elsewhere = (await auth.operator('POST /management/accounts', anAccount(tenant.user.id))).body.id;
        const sibling = (await anotherLocation()).id;
        for (const bound of ['unknown', add(kind, elsewhere, null), add(kind, tenant.account.id, sibling)]) {
          const answer = await create({ ...atLocation(), name, [kind]: bound });
          expect([answer.status, answer.body.errors[0].field]).toEqual([422, kind]);
        }
        expect((await create({ ...atAccount(), name, [kind]: add(kind, elsewhere, null) })).status).toBe(422);
        const { rows } = await auth.db.query('select id from connections where name = $1', [name]);
        expect(rows).toEqual([]);
      },
    );

    test.each(kinds)('503 while %s cannot be looked up', async (kind) => {
      const alone = await startTestAuth();
      const { location, client_id } = await aTenant(alone);
      const body = { client_id, scope: 'location[catalog.read]', location_id: location.id, [kind]: 'any' };
      const answer = await alone.operator('POST /management/connections', body);
      expect([answer.status, answer.body.error_type]).toEqual([503, 'service_unavailable']);
      await alone.close();
    });
  });
});

/** Lists of connections: for operators, and for the owner of an account. */
describe('listed connections', () => {
  test('connections are listed by client, location and account, in pages, without their tokens', async () => {
    const mine = await aTenant(auth);
    const ofLocation = await authorize(auth, mine, { location_id: mine.location.id });
    const ofAccount = await authorize(auth, mine, { account_id: mine.account.id });
    const ofUser = await authorize(auth, mine, { scope: 'profile' });
    const list = async (query: string) =>
      (await auth.operator(`GET /management/connections?${query}`)).body.items.map(({ id }: { id: string }) => id);
    expect(await list(`client=${mine.client_id}`)).toEqual([ofLocation.id, ofAccount.id, ofUser.id]);
    expect(await list(`location=${mine.location.id}`)).toEqual([ofLocation.id]);
    expect(await list(`account=${mine.account.id}`)).toEqual([ofLocation.id, ofAccount.id]);
    expect(await list('client=unknown')).toEqual([]);
    const first = await auth.operator(`GET /management/connections?client=${mine.client_id}&count=2`);
    expect(first.body.items[0]).toMatchObject({
      status: 'active',
      client_name: 'Till',
      scope: 'location[orders.write]',
    });
    expect(JSON.stringify(first.body)).not.toMatch(/token|secret|hub_/);
    expect(first.body.next).toBe(ofAccount.id);
    const second = await auth.operator(
      `GET /management/connections?client=${mine.client_id}&count=2&after=${first.body.next}`,
    );
    expect(second.body).toMatchObject({ items: [{ id: ofUser.id }], next: null });
  });

  test("an owner lists the clients of an account's connections, but not of disconnected ones", async () => {
    const mine = await aTenant(auth);
    const ofLocation = await authorize(auth, mine, { location_id: mine.location.id });
    const ofAccount = await authorize(auth, mine, { account_id: mine.account.id });
    const ended = await authorize(auth, mine, { location_id: mine.location.id, name: 'ended' });
    await auth.operator(`POST /management/connections/${ended.id}/disconnect`);
    const route = `GET /management/accounts/${mine.account.id}/connection_names`;
    const { body } = await auth.call(route, {
      user: aPrincipal({ user: { id: mine.user.id, email: mine.user.email } }),
    });
    expect(body.items).toEqual([ofAccount, ofLocation].map(({ id }) => ({ id, client_name: 'Till' })));
    expect((await auth.call(route, { user: aPrincipal() })).status).toBe(404);
  });

  test("the page of a location is told which clients' connections concern it, and of no other place", async () => {
    const mine = await aTenant(auth);
    const ofLocation = await authorize(auth, mine, { location_id: mine.location.id });
    const ofAccount = await authorize(auth, mine, { account_id: mine.account.id });
    const ended = await authorize(auth, mine, { location_id: mine.location.id, name: 'ended' });
    await authorize(auth, mine, { scope: 'profile' });
    await auth.operator(`POST /management/connections/${ended.id}/disconnect`);
    const ask = (account_id: string | null, location_id: string | null) =>
      auth.call('GET /management/app_names', { user: aPrincipal({ place: aPlace({ account_id, location_id }) }) });
    const { body } = await ask(mine.account.id, mine.location.id);
    const app = ({ id }: { id: string }) => ({ connection_id: id, client_id: mine.client_id, client_name: 'Till' });
    expect(body.apps).toHaveLength(3);
    expect(body.apps).toEqual(expect.arrayContaining([app(ended), app(ofLocation), app(ofAccount)]));
    expect((await ask(mine.account.id, 'another')).body.apps).toEqual([app(ofAccount)]);
    expect((await ask('another', mine.location.id)).body.apps).toEqual([]);
    expect((await ask(mine.account.id, null)).status).toBe(404);
  });
});

/** When connections were last used, as gateways report it. */
describe('connection uses', () => {
  let used: string;

  let other: string;

  beforeAll(async () => {
    const tenant = await aTenant(auth);
    used = (await authorize(auth, tenant, { location_id: tenant.location.id })).id;
    other = (await authorize(auth, tenant, { location_id: tenant.location.id, name: 'Bar' })).id;
  });

  const at = (minute: number) => `2026-03-02T10:${String(minute).padStart(2, '0')}:00.000Z`;

  const report = (uses: unknown, from: ServiceName = 'gateway') =>
    auth.call('POST /internal/connection-uses', { internal: 'auth', from, body: { uses } });

  const use = (connection_id: string, minute: number) => ({ connection_id, used_at: at(minute) });

  const stored = async () => {
    const { rows } = await auth.db.query('select connection_id, used_at from connection_uses');
    return Object.fromEntries(rows.map(({ connection_id, used_at }) => [connection_id, used_at.toISOString()]));
  };

  test('the latest use of each connection is stored, in whatever order they are reported', async () => {
    expect(await stored()).toEqual({});
    expect(await report([use(used, 20), use(other, 21), use(used, 22), use(used, 19)])).toMatchObject({
      status: 200,
      body: {},
    });
    expect(await stored()).toEqual({ [used]: at(22), [other]: at(21) });
    await report([use(used, 18), use(other, 30)]);
    expect(await stored()).toEqual({ [used]: at(22), [other]: at(30) });
  });

  test('unknown ids are skipped; the others are stored', async () => {
    expect((await report([use(newId(), 40), use("' or true --", 40), use(used, 41)])).status).toBe(200);
    expect(await stored()).toEqual({ [used]: at(41), [other]: at(30) });
    expect((await report([])).status).toBe(200);
  });

  test('concurrent reports about the same connections neither deadlock nor lose the latest use', async () => {
    const one = Array.from({ length: 20 }, (_, round) => report([use(used, 42), use(other, 42 - (round % 2))]));
    const reversed = Array.from({ length: 20 }, () => report([use(other, 43), use(used, 43)]));
    const answers = await Promise.all([...one, ...reversed]);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await stored()).toEqual({ [used]: at(43), [other]: at(43) });
  });

  test('only a gateway may report, and at most 1,000 uses at once', async () => {
    for (const from of ['orders', 'events', 'customers', 'catalog', 'auth'] as const) {
      expect((await report([use(used, 50)], from)).status).toBe(401);
    }
    expect((await report(Array.from({ length: 1_001 }, () => use(used, 50)))).status).toBe(422);
    expect((await report([{ connection_id: used, used_at: 'yesterday' }])).status).toBe(422);
    expect((await stored())[used]).toBe(at(43));
  });
});

/** The connections with which the documentation's examples run (docs/api/back-office.md#examples-in-the-documentation). */
describe('example connections', () => {
  let auth: TestAuth;

  let neighbours: Awaited<ReturnType<typeof startNeighbours>>;

  const clock = { aheadMs: 0 };

  const hourMs = 3_600_000;

  beforeAll(async () => {
    neighbours = await startNeighbours();
    auth = await startTestAuth({ now: () => new Date(Date.now() + clock.aheadMs), env: neighbours.settings });
  });

  afterAll(async () => {
    await auth.close();
    await neighbours.close();
  });

  const as = ({ user }: Tenant, is_confirmed = true) =>
    aPrincipal({ user: { id: user.id, email: user.email }, is_confirmed });

  const path = '/management/user/example_connections';

  const open = (tenant: Tenant, body: object, is_confirmed = true) =>
    auth.call(`POST ${path}`, { user: as(tenant, is_confirmed), body });

  const retrieve = (tenant: Tenant, id: string) => auth.call(`GET ${path}/${id}`, { user: as(tenant) });

  const callerOf = async (token: string) => (await auth.internal(`GET /internal/connections/${digest(token)}`)).body;

  test('an example connection has the rights that the user chose, and the first catalog and list of the location', async () => {
    const tenant = await aTenant(auth);
    const catalog = neighbours.addCatalog(tenant.account.id, 'Menu', tenant.location.id);
    const { status, body } = await open(tenant, { location_id: tenant.location.id, right: 'read' });
    expect([status, body]).toEqual([
      200,
      expect.objectContaining({
        scope: 'location[orders.read,inventory.read,all_customer_lists.read,all_catalogs.read]',
        location_id: tenant.location.id,
        account_id: tenant.account.id,
        catalog_id: catalog,
        customer_list_id: null,
      }),
    ]);
    expect(await callerOf(body.access_token)).toMatchObject({ caller: { client_name: 'Documentation' } });
    expect((await retrieve(tenant, body.id)).body).toEqual(body);
    expect(await auditOfSubject(auth, body.id)).toMatchObject([{ action: 'connection.grant', actor: 'user' }]);
  });

  test('another user gets neither the location nor the token', async () => {
    const [owner, other] = [await aTenant(auth), await aTenant(auth)];
    const refused = await open(other, { location_id: owner.location.id, right: 'read' });
    expect([refused.status, refused.body.errors[0].field]).toEqual([422, 'location_id']);
    const { body } = await open(owner, { location_id: owner.location.id, right: 'read' });
    expect((await retrieve(other, body.id)).status).toBe(404);
  });

  test('the token of a connection that lasts cannot be retrieved', async () => {
    const tenant = await aTenant(auth);
    const granted = await auth.operator('POST /management/connections', {
      client_id: tenant.client_id,
      location_id: tenant.location.id,
      scope: 'location[orders.read]',
    });
    expect((await retrieve(tenant, granted.body.id)).status).toBe(404);
  });

  test('403 when the password was not just entered', async () => {
    const tenant = await aTenant(auth);
    expect((await open(tenant, { location_id: tenant.location.id, right: 'read' }, false)).status).toBe(403);
  });

  test('another one, of the same client, ends the one before', async () => {
    const tenant = await aTenant(auth);
    const chosen = { location_id: tenant.location.id, right: 'write' };
    const [first, second] = [(await open(tenant, chosen)).body, (await open(tenant, chosen)).body];
    expect(second.access_token).not.toBe(first.access_token);
    expect((await retrieve(tenant, first.id)).status).toBe(404);
    expect((await retrieve(tenant, second.id)).status).toBe(200);
    const { rows } = await auth.db.query('select 1 from clients where user_id = $1 and name = $2', [
      tenant.user.id,
      'Documentation',
    ]);
    expect(rows).toHaveLength(1);
  });

  test('after an hour it ends by itself, and other connections do not', async () => {
    const tenant = await aTenant(auth);
    const lasting = await auth.operator('POST /management/connections', {
      client_id: tenant.client_id,
      location_id: tenant.location.id,
      scope: 'location[orders.read]',
    });
    const { body } = await open(tenant, { location_id: tenant.location.id, right: 'read' });
    clock.aheadMs += hourMs;
    expect((await retrieve(tenant, body.id)).status).toBe(404);
    const disconnected = async (id: string) =>
      (await auth.db.query('select disconnected_at from connections where id = $1', [id])).rows[0].disconnected_at;
    await eventually(async () => (await disconnected(body.id)) !== null);
    expect(await disconnected(lasting.body.id)).toBeNull();
    expect(await auditOfSubject(auth, body.id, 'connection.expire')).toMatchObject([{ actor_id: tenant.user.id }]);
  });
});

describe('a grant', () => {
  const at = new Date('2026-03-01T12:00:00Z');

  test.each([
    [{ disconnected_at: at, blocked_at: at, suspended: true }, 'disconnected'],
    [{ disconnected_at: null, blocked_at: at, suspended: true }, 'blocked'],
    [{ disconnected_at: null, blocked_at: null, suspended: true }, 'suspended'],
    [{ disconnected_at: null, blocked_at: null, suspended: false }, 'active'],
  ])('disconnected goes before blocked before suspended before active: %j', (standing, status) => {
    expect(connectionStatus(standing)).toBe(status);
  });

  const nowhere = { location_id: null, account_id: null, catalog_id: null, customer_list_id: null };

  const aGrant = (scope: string, place: Partial<Grant>): Grant => ({
    ...nowhere,
    client_id: 'client',
    user_id: null,
    name: null,
    ...place,
    scope: parseScope(scope),
  });

  describe('a place fits a scope', () => {
    test.each([
      ['location[orders.read]', { location_id: 'l' }],
      ['location[catalog.read]', { location_id: 'l', catalog_id: 'c', customer_list_id: 'd' }],
      ['account[orders.read],profile', { account_id: 'a' }],
      ['profile_with_email', {}],
    ])('%s with %j', (scope, place) => {
      expect(() => assertPlaceFits(aGrant(scope, place))).not.toThrow();
    });
  });

  describe('a place that does not fit is refused by the name of its field', () => {
    test.each([
      ['location[orders.read]', {}, 'location_id'],
      ['location[orders.read]', { account_id: 'a' }, 'location_id'],
      ['location[orders.read]', { location_id: 'l', account_id: 'a' }, 'account_id'],
      ['account[orders.read]', {}, 'account_id'],
      ['account[orders.read]', { location_id: 'l' }, 'account_id'],
      ['account[orders.read]', { location_id: 'l', account_id: 'a' }, 'location_id'],
      ['profile', { location_id: 'l' }, 'location_id'],
      ['profile', { account_id: 'a' }, 'account_id'],
      ['profile', { catalog_id: 'c' }, 'catalog_id'],
      ['profile', { customer_list_id: 'c' }, 'customer_list_id'],
    ])('%s with %j', (scope, place, field) => {
      expect(() => assertPlaceFits(aGrant(scope, place))).toThrow(
        expect.objectContaining({ errors: [expect.objectContaining({ field })] }),
      );
    });
  });
});
