/** Rotating HUB_ENCRYPTION_KEYS (docs/upgrade.md#encryption-keys). */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { digest, keyName } from '@order-hub/shared/encryption';
import { openLog } from '@order-hub/shared/log';
import { aPrincipal } from '@order-hub/testing/call';
import { testSigningKeys, testVerifyingKeys } from '@order-hub/testing/keys';
import { aTenant, type Tenant } from './builders.ts';
import { encryptionKey, startTestAuth, type TestAuth } from './service.ts';

const otherKey = 'another-encryption-key-0123456789abcdef';
const newestKey = 'the-newest-encryption-key-0123456789abc';
const lines: Record<string, unknown>[] = [];
const log = openLog('auth', 'info', { write: (line) => lines.push(JSON.parse(line) as Record<string, unknown>) });

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
    expect.objectContaining({ level: 'warn', connection_id: before.id, reason: expect.stringContaining('No key of') }),
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
      const { body } = await rotated.operator('POST /management/keys/reencrypt', after === undefined ? {} : { after });
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
