import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { newId } from '@order-hub/shared/ids';
import { aPrincipal, eventually } from '@order-hub/testing/call';
import { logInAs, sessionsPath } from './browser.ts';
import { aConnectedTenant, anAccount, aTenant, authorize, aUser } from './builders.ts';
import { aSelection, issue, type Neighbours, startNeighbours } from './issued-codes.ts';
import { aKnownUser, auditOfSubject } from './owner.ts';
import { startTestAuth, type TestAuth } from './service.ts';

let auth: TestAuth;
let neighbours: Neighbours;
beforeAll(async () => {
  neighbours = await startNeighbours();
  auth = await startTestAuth({ env: neighbours.settings });
});
afterAll(async () => {
  await auth.close();
  await neighbours.close();
});

const remove = (plural: string, id: string, body: object = {}) =>
  auth.operator(`POST /management/${plural}/${id}/delete`, body);

const isStored = async (table: string, id: string) =>
  (await auth.db.query(`select from ${table} where id = $1`, [id])).rowCount === 1;

const disconnect = (id: string) => auth.operator(`POST /management/connections/${id}/disconnect`);

/** That a deletion is refused with 409, with this in its sentence, and deletes nothing. */
async function expectRefused(plural: string, id: string, why: RegExp) {
  const { status, body } = await remove(plural, id);
  expect([status, body.code, body.message]).toEqual([409, 'still_in_use', expect.stringMatching(why)]);
  expect(await isStored(plural, id)).toBe(true);
}

/** The newest audit entry about something. */
async function lastEntryOf(id: string) {
  const entry = (await auditOfSubject(auth, id)).at(-1);
  return { ...entry, details: JSON.parse(entry.details) };
}

const actionsOn = async (id: string) => (await auditOfSubject(auth, id)).map(({ action }) => action);

/** Deleting what operators create (docs/api/back-office.md#deletions). */
describe('deletions', () => {
  test.each(['clients', 'users', 'accounts', 'locations'])(
    'of %s: 404 for an unknown id, 403 for an operator on a page without the password',
    async (plural) => {
      expect((await remove(plural, newId())).status).toBe(404);
      const user = aPrincipal({ kind: 'operator', is_confirmed: false });
      const { status, body } = await auth.call(`POST /management/${plural}/${newId()}/delete`, { user, body: {} });
      expect([status, body.code]).toEqual([403, 'password_needed']);
    },
  );

  describe('a client', () => {
    test('without connections goes with its listing, its kept secret, and codes and connections of the past', async () => {
      const { client_id, connection, user } = await aConnectedTenant(auth);
      await auth.operator(`POST /management/clients/${client_id}/rotate_secret`, { keep_old_seconds: 600 });
      await auth.db.query(
        `insert into listings (client_id, description, scope, website, start_url) values ($1, 'A', 'profile', 'x', 'x')`,
        [client_id],
      );
      await auth.db.query(`insert into connection_uses (connection_id, used_at) values ($1, now())`, [connection.id]);
      await expectRefused('clients', client_id, /has 1 connection: disconnect/);
      await disconnect(connection.id);
      expect((await remove('clients', client_id)).body).toEqual({});
      expect(await isStored('clients', client_id)).toBe(false);
      expect(await isStored('connections', connection.id)).toBe(false);
      expect((await auth.operator(`GET /management/clients?user_id=${user.id}`)).body.items).toEqual([]);
      expect(await lastEntryOf(client_id)).toMatchObject({
        ...{
          actor: 'operator',
          action: 'client.delete',
          account_id: null,
          details: { name: 'Till', user_id: user.id },
        },
      });
    });

    test('with force its connections are disconnected, announced and audited in their accounts', async () => {
      const { client_id, connection, account, location } = await aConnectedTenant(auth);
      expect((await remove('clients', client_id, { force: true })).status).toBe(200);
      await eventually(() =>
        auth.bodiesOf('connection', connection.id).some(({ status }) => status === 'disconnected'),
      );
      expect(await lastEntryOf(connection.id)).toMatchObject({
        ...{ action: 'connection.disconnect', account_id: account.id, details: { client_name: 'Till' } },
      });
      // Nothing of the client is in the way of its location now.
      expect((await remove('locations', location.id)).status).toBe(200);
    });
  });

  describe('a user', () => {
    test('goes with sessions, what was begun, work at locations, and connections to the profile', async () => {
      const employer = await aTenant(auth);
      const known = await aKnownUser(auth);
      const browser = await logInAs(auth, known);
      const place = { location_id: employer.location.id, role: 'kitchen' };
      await auth.operator('POST /management/members', { user_id: known.id, ...place });
      await auth.operator(`POST /management/users/${known.id}/password_link`);
      const granted = await authorize(auth, employer, { scope: 'profile' });
      await auth.db.query('update connections set user_id = $2 where id = $1', [granted.id, known.id]);
      await auth.db.query(`insert into recovery_codes (user_id, code_digest) values ($1, 'x')`, [known.id]);
      expect((await remove('users', known.id)).body).toEqual({});
      expect(await isStored('users', known.id)).toBe(false);
      expect((await browser.open(sessionsPath)).url).not.toBe(sessionsPath);
      expect(await actionsOn(employer.location.id)).toContain('member.remove');
      await eventually(() => auth.bodiesOf('connection', granted.id).some(({ status }) => status === 'disconnected'));
      expect(await lastEntryOf(known.id)).toMatchObject({
        ...{ action: 'user.delete', details: { email: known.email } },
      });
      const again = await auth.operator('POST /management/users', aUser({ email: known.email }));
      expect(again.status).toBe(200);
    });

    test('who is an operator, owns an account, or has clients stays', async () => {
      const { user, account, location, client_id } = await aTenant(auth);
      await auth.operator('POST /management/operators', { user: user.id });
      await expectRefused('users', user.id, /is an operator: run `hub operator remove`/);
      await auth.operator('POST /management/operators/remove', { user: user.id });
      await expectRefused('users', user.id, /owns 1 account/);
      expect((await remove('locations', location.id)).status).toBe(200);
      expect((await remove('accounts', account.id)).status).toBe(200);
      await expectRefused('users', user.id, /has 1 client/);
      expect((await remove('clients', client_id)).status).toBe(200);
      expect((await remove('users', user.id)).status).toBe(200);
    });
  });

  describe('a location', () => {
    test('without orders goes with its special days and past connections, and gateways hear of it', async () => {
      const tenant = await aConnectedTenant(auth);
      const { location, account, connection } = tenant;
      await auth.db.query(
        `insert into special_days (account_id, location_id, day, look_at) values ($1, $2, '2999-01-01', now())`,
        [account.id, location.id],
      );
      await issue(auth, neighbours, aSelection(tenant));
      await expectRefused('locations', location.id, /has 1 connection: disconnect/);
      await disconnect(connection.id);
      expect((await remove('locations', location.id)).body).toEqual({});
      expect(await isStored('locations', location.id)).toBe(false);
      await eventually(() => auth.bodiesOf('location', location.id).length > 0);
      expect(await lastEntryOf(location.id)).toMatchObject({
        ...{ action: 'location.delete', account_id: account.id, details: { location: location.name } },
      });
    });

    test('with people, orders, catalogs or customer lists stays, also of another location of its account', async () => {
      const { account, location, user } = await aTenant(auth);
      const inviting = `POST /management/locations/${location.id}/invitations`;
      const invitation = (await auth.operator(inviting, { role: 'kitchen' })).body;
      await expectRefused('locations', location.id, /people or open invitations \(1\)/);
      await auth.operator(`POST /management/invitations/${invitation.id}/withdraw`);
      const worker = (await auth.operator('POST /management/users', aUser())).body;
      const member = { user_id: worker.id, location_id: location.id, role: 'kitchen' };
      const { id } = (await auth.operator('POST /management/members', member)).body;
      await expectRefused('locations', location.id, /people or open invitations \(1\)/);
      await auth.operator(`POST /management/members/${id}/remove`);
      // What belongs to the account is in nobody's way.
      neighbours.addCatalog(account.id, 'Account', null);
      neighbours.addList(account.id, 'Guests', location.id);
      await expectRefused('locations', location.id, /has customer lists/);
      neighbours.addCatalog(account.id, 'Menu', location.id);
      await expectRefused('locations', location.id, /has catalogs/);
      neighbours.addOrder(account.id, location.id);
      await expectRefused('locations', location.id, /has orders[^]*suspend it instead/);
      await expectRefused('users', user.id, /owns 1 account/);
    });

    test('stays while the other services do not answer: 503', async () => {
      const alone = await startTestAuth({ database: auth.database });
      const { location } = await aTenant(auth);
      expect((await alone.operator(`POST /management/locations/${location.id}/delete`)).status).toBe(503);
      expect(await isStored('locations', location.id)).toBe(true);
      await alone.close();
    });
  });

  test('an account that nothing belongs to goes; one with locations, connections, catalogs or lists stays', async () => {
    const { user, account, location, client_id, connection } = await aConnectedTenant(auth);
    await expectRefused('accounts', account.id, /has 1 location: delete them first, or suspend/);
    await disconnect(connection.id);
    await remove('locations', location.id);
    const ofAccount = await authorize(auth, { client_id } as any, { account_id: account.id });
    await expectRefused('accounts', account.id, /has 1 connection: disconnect/);
    await disconnect(ofAccount.id);
    neighbours.addList(account.id, 'Guests', null);
    await expectRefused('accounts', account.id, /has customer lists/);
    neighbours.addCatalog(account.id, 'Menu', null);
    await expectRefused('accounts', account.id, /has catalogs/);
    neighbours.removeAll(account.id);
    await auth.db.query(
      `insert into mails (id, kind, account_id, address, language, timezone, facts, due_at, created_at, expires_at)
       values ($1, 'app_failing', $2, 'a@example.com', 'en', 'UTC', '{}', now(), now(), now())`,
      [newId(), account.id],
    );
    expect((await remove('accounts', account.id)).body).toEqual({});
    expect(await isStored('accounts', account.id)).toBe(false);
    const details = { name: anAccount(user.id).name, currency: 'EUR' };
    expect(await lastEntryOf(account.id)).toMatchObject({ action: 'account.delete', details });
  });
});

describe('a user whom an operator updates', () => {
  test('gets what is given; the rest stays, and clients stay verified', async () => {
    const { user, client_id } = await aTenant(auth);
    await auth.operator(`POST /management/clients/${client_id}/verify`);
    const update = (body: object) => auth.operator(`POST /management/users/${user.id}`, body);
    const changed = await update({ first_name: 'Grace', timezone: 'Europe/Paris', language: 'fr' });
    expect(changed.body).toMatchObject({ id: user.id, first_name: 'Grace', last_name: 'Lovelace' });
    expect(changed.body.timezone.name).toBe('Europe/Paris');
    expect((await auth.operator(`GET /management/clients/${client_id}`)).body.verified_at).not.toBeNull();
    expect(await lastEntryOf(user.id)).toMatchObject({
      ...{ actor: 'operator', action: 'user.update', details: { fields: ['first_name', 'timezone', 'language'] } },
    });
    expect((await update({})).status).toBe(200);
    const { status, body } = await update({ timezone: 'Paris' });
    expect([status, body.errors[0].field]).toEqual([422, 'timezone']);
    expect((await auth.operator(`POST /management/users/${newId()}`, {})).status).toBe(404);
  });
});

describe('a connection that an operator updates', () => {
  const update = (id: string, body: object) => auth.operator(`POST /management/connections/${id}`, body);

  test('keeps its token and its block, and gets what is given', async () => {
    const tenant = await aConnectedTenant(auth);
    const { connection, account, location } = tenant;
    const catalog_id = neighbours.addCatalog(account.id, 'Menu', location.id);
    await auth.operator(`POST /management/connections/${connection.id}/block`);
    const changed = await update(connection.id, { scope: 'location[orders.read]', catalog_id });
    expect(changed.body).toMatchObject({
      ...{ id: connection.id, status: 'blocked', scope: 'location[orders.read]', catalog_id, customer_list_id: null },
    });
    expect((await update(connection.id, { catalog_id: null })).body).toMatchObject({
      ...{ scope: 'location[orders.read]', catalog_id: null },
    });
    await auth.operator(`POST /management/connections/${connection.id}/unblock`);
    const { access_token } = await authorize(auth, tenant, { location_id: location.id });
    expect(access_token).toBe(connection.access_token);
  });

  test('of a profile stays that of the user who granted it', async () => {
    const tenant = await aTenant(auth);
    const other = await aKnownUser(auth);
    const { id } = await authorize(auth, tenant, { scope: 'profile' });
    await auth.db.query('update connections set user_id = $2 where id = $1', [id, other.id]);
    const { body } = await update(id, { scope: 'profile_with_email' });
    expect(body).toMatchObject({ id, user_id: other.id, scope: 'profile_with_email' });
  });

  test.each([
    [{ scope: 'account[orders.read]' }, 'scope'],
    [{ scope: 'location[everything]' }, 'scope'],
    [{ catalog_id: newId() }, 'catalog_id'],
    [{ customer_list_id: newId() }, 'customer_list_id'],
  ])('%j: 422 with the field', async (body, field) => {
    const { connection } = await aConnectedTenant(auth);
    const refused = await update(connection.id, body);
    expect([refused.status, refused.body.errors[0].field]).toEqual([422, field]);
  });

  test('422 once it is disconnected, 404 for an unknown id', async () => {
    const { connection } = await aConnectedTenant(auth);
    await disconnect(connection.id);
    expect((await update(connection.id, { scope: 'location[orders.read]' })).status).toBe(422);
    expect((await update(newId(), {})).status).toBe(404);
  });
});
