/** Changes that other services make on behalf of users are in the audit (docs/api/back-office.md#audit). */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { newId } from '@order-hub/shared/ids';
import type { Body } from '@order-hub/shared/topics';
import { messageOf } from '@order-hub/testing/service';
import { auditOfSubject, anOwner } from './owner.ts';
import { startTestAuth, type TestAuth } from './service.ts';

let auth: TestAuth;
beforeAll(async () => (auth = await startTestAuth()));
afterAll(() => auth.close());

const aChange = (account_id: string, overrides: Partial<Body<'audit'>> = {}): Body<'audit'> => ({
  ...{ at: '2026-03-01T12:00:00.123Z', actor_id: newId(), actor_name: 'ada@example.com', address: '203.0.113.7' },
  ...{ action: 'catalog.update', account_id, subject_id: newId(), details: { name: 'Menu', count: 1 } },
  ...overrides,
});

test('each gets one entry, however often its message arrives', async () => {
  const { account } = await anOwner(auth);
  const change = aChange(account.id);
  const message = { ...messageOf('audit', account.id, change), request_id: 'request-of-the-change' };
  await auth.send(message);
  await auth.send(message);
  const entries = await auditOfSubject(auth, change.subject_id);
  const { at, details, ...facts } = change;
  expect(entries.map((entry) => ({ ...entry, details: JSON.parse(entry.details) }))).toEqual([
    {
      ...facts,
      ...{ id: expect.any(String), actor: 'user', at: new Date(at), details, request_id: 'request-of-the-change' },
    },
  ]);
});

test('details that are too long are cut, and many messages are entries in their order', async () => {
  const { account } = await anOwner(auth);
  const subject_id = newId();
  const changes = Array.from({ length: 30 }, (_, at) =>
    aChange(account.id, { subject_id, details: { at, text: 'x'.repeat(at === 7 ? 9_000 : 1) } }),
  );
  await auth.send(...changes.map((change) => messageOf('audit', account.id, change)));
  const told = (await auditOfSubject(auth, subject_id)).map(({ details }) => JSON.parse(details));
  expect(told.map(({ at }) => at)).toEqual(changes.map(({ details }) => details['at']));
  expect(told[7]).toEqual({ at: 7, left_out: ['text'] });
});

test('one that is malformed is rejected, and leaves no entry', async () => {
  const { account } = await anOwner(auth);
  const change = { ...aChange(account.id), action: 'nothing' } as unknown as Body<'audit'>;
  const rejected = await auth.send(messageOf('audit', account.id, change));
  expect(rejected).toHaveLength(1);
  expect(await auditOfSubject(auth, change.subject_id)).toEqual([]);
});
