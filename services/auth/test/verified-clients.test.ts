/** The mark of a verified client (docs/api/back-office.md#clients). */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { newId } from '@order-hub/shared/ids';
import { aPrincipal } from '@order-hub/testing/call';
import { aGuest, begin, type Guest } from './authorizing.ts';
import { back } from './builders.ts';
import { startTestAuth, type TestAuth } from './service.ts';

let auth: TestAuth;
beforeAll(async () => (auth = await startTestAuth()));
afterAll(() => auth.close());

const mark = (verb: 'verify' | 'unverify', client_id: string) =>
  auth.operator(`POST /management/clients/${client_id}/${verb}`);

/** A guest whose client an operator has verified. */
async function aVerifiedGuest() {
  const guest = await aGuest(auth);
  expect((await mark('verify', guest.client_id)).status).toBe(200);
  const { rows } = await auth.db.query('select user_id from clients where id = $1', [guest.client_id]);
  const developer = aPrincipal({ user: { id: rows[0].user_id, email: 'dev@example.com' }, is_confirmed: true });
  return { ...guest, developer };
}

async function consentOf(guest: Guest) {
  const choice = await begin(guest);
  return (await guest.browser.send(choice, { place: guest.location.id })).html;
}

const warning = '(not verified)';

const entriesOf = async (client_id: string) =>
  (
    await auth.db.query('select action, actor, details from audit_entries where subject_id = $1 order by id', [
      client_id,
    ])
  ).rows;

describe('an operator', () => {
  test('marks a client: the consent page no longer warns; and takes the mark away', async () => {
    const guest = await aGuest(auth);
    expect(await consentOf(guest)).toContain(`<bdi>Dev Eloper</bdi> ${warning}`);
    expect((await mark('verify', guest.client_id)).body).toMatchObject({ verified_at: expect.any(String) });
    const verified = await consentOf(guest);
    expect(verified).toContain('<bdi>Dev Eloper</bdi>');
    expect(verified).not.toContain(warning);
    expect((await mark('unverify', guest.client_id)).body).toMatchObject({ verified_at: null });
    expect(await consentOf(guest)).toContain(warning);
  });

  test('makes an entry in the audit, of a real change only', async () => {
    const { client_id } = await aGuest(auth);
    for (const verb of ['unverify', 'verify', 'verify', 'unverify', 'unverify'] as const) await mark(verb, client_id);
    const [, ...entries] = await entriesOf(client_id);
    const details = { name: 'Till', redirect_uris: [back] };
    expect(entries.map((entry) => ({ ...entry, details: JSON.parse(entry.details) }))).toEqual([
      { action: 'client.verify', actor: 'operator', details },
      { action: 'client.unverify', actor: 'operator', details },
    ]);
  });

  test('gets 404 for an unknown client', async () => {
    expect([(await mark('verify', newId())).status, (await mark('unverify', newId())).status]).toEqual([404, 404]);
  });

  test('updates a client, which keeps its mark', async () => {
    const { client_id } = await aVerifiedGuest();
    await auth.operator(`POST /management/clients/${client_id}`, { name: 'Counter', redirect_uris: [back] });
    const { body } = await auth.operator(`GET /management/clients/${client_id}`);
    expect(body).toMatchObject({ name: 'Counter', verified_at: expect.any(String) });
  });
});

describe('the owner of a verified client', () => {
  test.each([
    ['another name', { name: 'Bank', redirect_uris: [back] }],
    ['other redirect URIs', { name: 'Till', redirect_uris: [back, 'https://elsewhere.example/'] }],
  ])('loses the mark with %s, which the audit tells', async (_, body) => {
    const { developer, ...guest } = await aVerifiedGuest();
    const { client_id } = guest;
    expect((await auth.call(`POST /management/clients/${client_id}`, { user: developer, body })).status).toBe(200);
    expect(await consentOf(guest)).toContain(warning);
    const entry = (await entriesOf(client_id)).at(-1);
    expect([entry.action, entry.actor, JSON.parse(entry.details)]).toMatchObject([
      'client.update',
      'user',
      { before: { verified_at: expect.any(String) }, after: { verified_at: null } },
    ]);
  });

  test('keeps it with an update that changes nothing', async () => {
    const { developer, ...guest } = await aVerifiedGuest();
    const body = { name: 'Till', redirect_uris: [back] };
    await auth.call(`POST /management/clients/${guest.client_id}`, { user: developer, body });
    expect(await consentOf(guest)).not.toContain(warning);
  });

  test('loses it with another name of their own, and keeps it with another timezone', async () => {
    const { developer, ...guest } = await aVerifiedGuest();
    const profile = { first_name: 'Dev', last_name: 'Eloper', timezone: 'Europe/Paris', locales: [] };
    const update = (body: object) => auth.call('POST /management/user', { user: developer, body });
    expect((await update(profile)).status).toBe(200);
    expect(await consentOf(guest)).not.toContain(warning);
    expect((await update({ ...profile, last_name: 'Bank' })).status).toBe(200);
    expect(await consentOf(guest)).toContain(`<bdi>Dev Bank</bdi> ${warning}`);
    expect((await entriesOf(guest.client_id)).at(-1)).toMatchObject({ action: 'client.unverify', actor: 'user' });
  });

  test('cannot verify a client', async () => {
    const { developer, client_id } = await aVerifiedGuest();
    expect(
      (await auth.call(`POST /management/clients/${client_id}/verify`, { user: developer, body: {} })).status,
    ).toBe(403);
  });
});
