/** The mails about apps with trouble (docs/api/back-office.md#apps-with-trouble). */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { transaction } from '@order-hub/shared/database';
import { newId } from '@order-hub/shared/ids';
import { eventually } from '@order-hub/testing/call';
import { aConnectedTenant, authorize } from './builders.ts';
import { linkIn, mailSettings, startMailServer, type MailServer } from './mail-server.ts';
import { aStaffedLocation } from './members.ts';
import { aConnectedOwner } from './owner.ts';
import type { TestAuth } from './service.ts';
import { startWatched, type WatchedAuth } from './watched.ts';

const path = '/internal/trouble';
/** The hub looks ten times in this time, and tells what has lasted for it by this clock. */
const lastingMs = 200;
let time = new Date('2026-11-26T12:00:00Z');
const later = (ms: number) => (time = new Date(time.getTime() + ms));

let server: MailServer;
let watched: WatchedAuth;
let replica: TestAuth;
beforeAll(async () => {
  server = await startMailServer();
  const env = { ...mailSettings(server.url), TROUBLE_MAIL_SECONDS: String(lastingMs / 1_000) };
  watched = await startWatched({ [path]: { body: { trouble: [], next: null } } }, { env, now: () => time });
  replica = await watched.startReplica();
});
afterAll(async () => {
  await replica.close();
  await watched.close();
  await server.close();
});

/** Events tells of these troubles. Waits until both processes have learned it, and have done with it. */
async function tell(...trouble: object[]) {
  watched.events.answers = { [path]: { body: { trouble, next: null } } };
  await someRounds();
}

async function someRounds() {
  const { asked } = watched.events;
  asked.length = 0;
  await eventually(() => asked.length > 8);
  await eventually(async () => (await watched.auth.db.query('select id from mails')).rowCount === 0);
}

beforeEach(async () => {
  await tell();
  later(2 * 3_600_000);
  await someRounds();
});

/** Of the mails about trouble that this address got. */
const subjectsTo = (email: string) =>
  server.mails
    .filter(({ to, subject }) => to.includes(email) && /has trouble|fetches no orders/.test(subject))
    .map(({ subject }) => subject);

type Connected = { account: { id: string }; location: { id: string }; connection: { id: string } };
const troubleOf = ({ account, location, connection }: Connected, of: object = {}) => ({
  ...{ connection_id: connection.id, account_id: account.id, location_id: location.id },
  ...{ kind: 'failing', status: 503, reason: null, since: '2026-11-26T11:30:00.000Z', ...of },
});

const failing = '“Till” has trouble at “Rue du Bac”';
const silent = '“Till” fetches no orders of “Rue du Bac”';

describe('a failing app', () => {
  test('is told once, by two processes, when it has lasted', async () => {
    const owner = await aConnectedTenant(watched.auth);
    const stranger = await aConnectedTenant(watched.auth);
    const { email } = owner.user;
    await tell(troubleOf(owner));
    expect(subjectsTo(email)).toEqual([]);
    later(lastingMs);
    await someRounds();
    await someRounds();
    expect(subjectsTo(email)).toEqual([failing]);
    const mail = server.mails.find(({ to, subject }) => to.includes(email) && subject === failing);
    expect(mail?.text).toContain('“Till” has answered messages about “Rue du Bac” with 503 since 26 Nov 2026, 11:30.');
    expect(linkIn(mail!)).toBe(`/back-office/connections/${owner.connection.id}`);
    expect(subjectsTo(stranger.user.email)).toEqual([]);
  });

  test('that works again and fails again is told again', async () => {
    const owner = await aConnectedTenant(watched.auth);
    const { email } = owner.user;
    const failForLong = async () => {
      await tell(troubleOf(owner));
      later(lastingMs);
      await someRounds();
    };
    await failForLong();
    // A moment without trouble is not the end of it.
    await tell();
    await failForLong();
    expect(subjectsTo(email)).toEqual([failing]);
    await tell();
    later(lastingMs + 1);
    await someRounds();
    await failForLong();
    expect(subjectsTo(email)).toEqual([failing, failing]);
  });

  test('that fails now and then for a moment is not told', async () => {
    const owner = await aConnectedTenant(watched.auth);
    for (let moment = 0; moment < 3; moment += 1) {
      await tell(troubleOf(owner));
      later(lastingMs - 1);
      await tell();
      later(1);
      await someRounds();
    }
    expect(subjectsTo(owner.user.email)).toEqual([]);
  });

  test('is told to the owner and the managers of its location, who have different ways to see it', async () => {
    const { owner, manager, kitchen, otherManager, stranger, ...place } = await aStaffedLocation(watched.auth);
    const client = { user_id: owner.user.id, name: 'Till', redirect_uris: [] };
    const { client_id } = (await watched.auth.operator('POST /management/clients', client)).body;
    const tenant = { ...owner, client_id, client: {} };
    const connection = await authorize(watched.auth, tenant, { location_id: place.location.id });
    await tell(troubleOf({ ...place, connection }, { kind: 'refusing', status: 401 }));
    expect(subjectsTo(owner.email)).toEqual([failing]);
    expect(subjectsTo(manager.email)).toEqual([failing]);
    const mail = server.mails.find(({ to, subject }) => to.includes(manager.email) && subject === failing)!;
    expect(linkIn(mail)).toBe(`/back-office/locations/${place.location.id}/today`);
    expect(mail.text).toContain('its secret may be wrong');
    for (const { email } of [kitchen, otherManager, stranger]) expect(subjectsTo(email)).toEqual([]);
  });

  test('of the account is told to its owner alone', async () => {
    const { owner, manager, ...place } = await aStaffedLocation(watched.auth);
    const client = { user_id: owner.user.id, name: 'Till', redirect_uris: [] };
    const { client_id } = (await watched.auth.operator('POST /management/clients', client)).body;
    const connection = await authorize(
      watched.auth,
      { ...owner, client_id, client: {} },
      { account_id: place.account.id },
    );
    await tell(troubleOf({ ...place, connection }, { kind: 'refusing', location_id: null }));
    expect(subjectsTo(owner.email)).toEqual(['“Till” has trouble at “Chez Ada”']);
    expect(subjectsTo(manager.email)).toEqual([]);
  });

  test('is not told under another account', async () => {
    const [owner, stranger] = [await aConnectedTenant(watched.auth), await aConnectedTenant(watched.auth)];
    await tell(troubleOf({ ...owner, account: stranger.account }, { kind: 'refusing' }));
    expect([...subjectsTo(owner.user.email), ...subjectsTo(stranger.user.email)]).toEqual([]);
  });

  test('is still the same trouble after events was away', async () => {
    const owner = await aConnectedTenant(watched.auth);
    await tell(troubleOf(owner, { kind: 'refusing' }));
    watched.events.answers = { [path]: { status: 500, body: {} } };
    watched.events.asked.length = 0;
    await eventually(() => watched.events.asked.length > 3);
    later(3_600_000);
    await tell(troubleOf(owner, { kind: 'refusing' }));
    expect(subjectsTo(owner.user.email)).toEqual([failing]);
  });

  test('is told although the first try to queue the mail failed midway: mark and mail are one transaction', async () => {
    const owner = await aConnectedTenant(watched.auth);
    const { db } = watched.auth;
    await db.query(
      `create function refuse_mail() returns trigger language plpgsql as $$ begin raise 'no mail'; end $$;
       create trigger refuse_mail before insert on mails for each row execute function refuse_mail()`,
    );
    await tell(troubleOf(owner, { kind: 'refusing' }));
    expect((await db.query('select mailed_at from troubles')).rows).toEqual([{ mailed_at: null }]);
    await db.query('drop trigger refuse_mail on mails; drop function refuse_mail');
    await eventually(() => subjectsTo(owner.user.email).length > 0);
    await someRounds();
    expect(subjectsTo(owner.user.email)).toEqual([failing]);
  });

  test('is told once although both processes begin to tell it at the same moment', async () => {
    const owner = await aConnectedTenant(watched.auth);
    const { db } = watched.auth;
    const waiting = async () =>
      (
        await db.query(
          `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
           and query ~ '^(insert into mails|insert into troubles|update troubles)'`,
        )
      ).rowCount;
    await transaction(db, async (trx) => {
      // One process waits to queue the mail. The other cannot see yet that the trouble is told, and waits for the first.
      await trx.query('lock table mails in share mode');
      const trouble = [troubleOf(owner, { kind: 'refusing' })];
      watched.events.answers = { [path]: { body: { trouble, next: null } } };
      await eventually(async () => (await waiting()) === 2);
    });
    await eventually(() => subjectsTo(owner.user.email));
    await someRounds();
    expect(subjectsTo(owner.user.email)).toEqual([failing]);
  });

  test('in whichever part events tells of it', async () => {
    const [first, second] = [await aConnectedTenant(watched.auth), await aConnectedTenant(watched.auth)];
    const parts: Record<string, object> = {
      '': { trouble: [troubleOf(first, { kind: 'refusing' })], next: 'm' },
      m: { trouble: [], next: 'n' },
      n: { trouble: [troubleOf(second, { kind: 'refusing' })], next: null },
    };
    watched.events.answers = { [path]: ({ after }) => ({ body: parts[after as string] ?? {} }) };
    for (const { user } of [first, second]) expect(await eventually(() => subjectsTo(user.email))).toEqual([failing]);
    await someRounds();
    for (const { user } of [first, second]) expect(subjectsTo(user.email)).toEqual([failing]);
  });
});

describe('a silent till', () => {
  /** Open on Thursdays from 11:00 to 14:30 in Paris. */
  const opening_hours = {
    ...Object.fromEntries(['monday', 'tuesday', 'wednesday', 'friday', 'saturday', 'sunday'].map((day) => [day, []])),
    thursday: [{ from: '11:00', to: '14:30' }],
  };
  const close = (id: string) =>
    watched.auth.db.query('update locations set opening_hours = $2 where id = $1', [id, JSON.stringify(opening_hours)]);

  test('is told at once, with when it was last heard from', async () => {
    const owner = await aConnectedTenant(watched.auth);
    await watched.auth.db.query('insert into connection_uses values ($1, $2)', [
      owner.connection.id,
      '2026-11-26T11:04:00Z',
    ]);
    await tell(troubleOf(owner, { kind: 'silent', status: null }));
    expect(subjectsTo(owner.user.email)).toEqual([silent]);
    const mail = server.mails.find(({ to, subject }) => to.includes(owner.user.email) && subject === silent);
    expect(mail?.text).toContain('It was last heard from on 26 Nov 2026, 11:04.');
  });

  test('is no trouble until its location has been open for ten minutes', async () => {
    const owner = await aConnectedTenant(watched.auth);
    await close(owner.location.id);
    const trouble = troubleOf(owner, { kind: 'silent', status: null });
    time = new Date('2026-12-03T09:59:00Z');
    await tell(trouble);
    time = new Date('2026-12-03T10:09:59Z');
    await someRounds();
    expect(subjectsTo(owner.user.email)).toEqual([]);
    time = new Date('2026-12-03T10:10:00Z');
    await someRounds();
    expect(subjectsTo(owner.user.email)).toEqual([silent]);
  });

  test('is no trouble on a special day of its location', async () => {
    const owner = await aConnectedTenant(watched.auth);
    const day = ['2026-12-05', '11:00', '14:30'];
    await watched.auth.db.query(
      `insert into special_days (account_id, location_id, day, closed_from, closed_to, look_at)
       values ($1, $2, $3, $4, $5, 'infinity')`,
      [owner.account.id, owner.location.id, ...day],
    );
    time = new Date('2026-12-05T12:00:00Z');
    await tell(troubleOf(owner, { kind: 'silent', status: null }));
    time = new Date('2026-12-05T13:39:59Z');
    await someRounds();
    expect(subjectsTo(owner.user.email)).toEqual([]);
    time = new Date('2026-12-05T13:40:00Z');
    await someRounds();
    expect(subjectsTo(owner.user.email)).toEqual([silent]);
  });

  test('of the account is one while one of its locations is open', async () => {
    const owner = await aConnectedTenant(watched.auth);
    const connection = await authorize(watched.auth, owner, { account_id: owner.account.id });
    const second = { account_id: owner.account.id, name: 'Halles', timezone: 'Europe/Paris' };
    const halles = (await watched.auth.operator('POST /management/locations', second)).body;
    await close(owner.location.id);
    await close(halles.id);
    time = new Date('2026-12-11T12:00:00Z');
    const of = { kind: 'silent', status: null, location_id: null };
    await tell(troubleOf({ ...owner, connection }, of));
    expect(subjectsTo(owner.user.email)).toEqual([]);
    await watched.auth.db.query('update locations set opening_hours = null where id = $1', [halles.id]);
    await someRounds();
    expect(subjectsTo(owner.user.email)).toEqual(['“Till” fetches no orders of “Chez Ada”']);
  });
});

describe('no mail', () => {
  test('is sent to a user who wants none', async () => {
    const owner = await aConnectedOwner(watched.auth);
    const save = (trouble_mails?: boolean) =>
      watched.askAs(owner.user.id, 'POST /management/user', {
        ...{ first_name: 'Ada', last_name: null, timezone: 'UTC', locales: [] },
        ...(trouble_mails !== undefined && { trouble_mails }),
      });
    expect((await save(false)).status).toBe(200);
    // A client that does not know the choice leaves it.
    expect((await save()).status).toBe(200);
    await tell(troubleOf(owner, { kind: 'refusing' }));
    expect(subjectsTo(owner.user.email)).toEqual([]);
  });

  test('is sent about a test shop', async () => {
    const owner = await aConnectedTenant(watched.auth);
    const { user, account, location, connection } = owner;
    await watched.auth.db.query(
      `insert into test_shops (user_id, account_id, location_id, till_id, website_id, settings, active_at, ends_at, ended_at, visit_at)
       values ($1, $2, $3, $4, $4, '{}', now(), now(), now(), now())`,
      [user.id, account.id, location.id, connection.id],
    );
    await tell(troubleOf(owner, { kind: 'refusing' }));
    expect(subjectsTo(user.email)).toEqual([]);
  });

  test('is the sixth of an hour to a recipient', async () => {
    const owner = await aConnectedTenant(watched.auth);
    const connections = [];
    for (let count = 0; count < 7; count += 1)
      connections.push(await authorize(watched.auth, owner, { location_id: owner.location.id, name: newId() }));
    await tell(...connections.map((connection) => troubleOf({ ...owner, connection }, { kind: 'refusing' })));
    expect(subjectsTo(owner.user.email)).toHaveLength(5);
  });

  test('is caused by a hub without a server for mail: it does not ask', async () => {
    const other = await startWatched({});
    const trouble = [troubleOf(await aConnectedTenant(other.auth), { kind: 'refusing' })];
    other.events.answers = { [path]: { body: { trouble, next: null } } };
    expect((await other.auth.db.query('select 1 from troubles')).rowCount).toBe(0);
    expect(other.events.asked).toEqual([]);
    await other.close();
  });
});

test('an account whose apps have trouble can still cause 60 other mails', async () => {
  const owner = await aConnectedTenant(watched.auth);
  await tell(troubleOf(owner, { kind: 'refusing' }));
  const queued = [];
  const { queueMail } = await import('../src/mails/queue-mail.ts');
  const mailing = { isOn: true, encryptionKeys: ['encryption-key-of-the-tests-0123456789abcdef'] };
  for (let count = 0; count < 61; count += 1) {
    const to = { address: `${newId()}@example.com`, language: 'en', timezone: 'UTC' } as const;
    const mail = { kind: 'invitation', account_id: owner.account.id, facts: { who: 'Ada', place: 'Bac' } } as const;
    queued.push(await queueMail(watched.auth.db, mailing, { now: time, to }, mail));
  }
  // The first one told the owner that the app is connected.
  expect(queued.filter(Boolean)).toHaveLength(59);
});
