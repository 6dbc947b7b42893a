import { expect, test } from '@jest/globals';
import type { WaitingConnection } from '@order-hub/shared/event-backlog-calls';
import { largestConnections, largestGroups } from './waiting-groups.ts';

const aConnection = (id: string, count: number, overrides: Partial<WaitingConnection> = {}): WaitingConnection => ({
  id,
  account_id: 'account',
  client_id: 'client',
  waiting: { count, more: false },
  oldest_at: '2026-07-01T10:00:00.000Z',
  reasons: ['answers 500'],
  ...overrides,
});

test('the twenty largest, and of equal ones those that wait longest', () => {
  const many = Array.from({ length: 30 }, (_, at) => aConnection(`c${at}`, at));
  const older = aConnection('older', 29, { oldest_at: '2026-07-01T09:00:00.000Z' });
  const found = largestConnections([...many, older]).map(({ id }) => id);
  expect(found).toHaveLength(20);
  expect(found.slice(0, 3)).toEqual(['older', 'c29', 'c28']);
});

test('a group adds up its connections: counts, the oldest, and the reasons of most events', () => {
  const groups = largestGroups(
    [
      aConnection('a', 5, { reasons: ['blocked'] }),
      aConnection('b', 1_000, { waiting: { count: 1_000, more: true }, oldest_at: '2026-06-30T10:00:00.000Z' }),
      aConnection('c', 2, { client_id: 'other', account_id: null, reasons: ['not polled'] }),
    ],
    'client_id',
  );
  expect(groups).toEqual([
    {
      id: 'client',
      connections: 2,
      waiting: { count: 1_005, more: true },
      oldest_at: '2026-06-30T10:00:00.000Z',
      reasons: ['answers 500', 'blocked'],
    },
    expect.objectContaining({ id: 'other', connections: 1, reasons: ['not polled'] }),
  ]);
});

test('a connection without an account is in no group of accounts', () => {
  expect(largestGroups([aConnection('a', 1, { account_id: null })], 'account_id')).toEqual([]);
});
