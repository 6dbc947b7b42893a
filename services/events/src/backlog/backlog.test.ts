import { describe, expect, test } from '@jest/globals';
import type { WaitingConnection } from '@order-hub/shared/event-backlog-calls';
import { outdatedSlots, slotOf } from '../day-logs/day-slots.ts';
import { largestConnections, largestGroups } from './waiting-groups.ts';
import { type WaitingFacts, waitingReason } from './waiting-reason.ts';

describe('groups of waiting events', () => {
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
});

describe('why events wait', () => {
  const facts: WaitingFacts = {
    status: 'active',
    is_passive: false,
    has_secret: true,
    last_acknowledged: null,
    last_status: null,
    last_fault: null,
    is_behind: false,
  };

  test.each<[string, Partial<WaitingFacts>]>([
    ['suspended', { status: 'suspended', is_passive: true }],
    ['blocked', { status: 'blocked', last_acknowledged: false, last_status: 500 }],
    ['not polled', { is_passive: true, last_acknowledged: false, last_status: 500 }],
    ['no client secret yet', { has_secret: false }],
    ['not attempted yet', {}],
    ['being pushed', { last_acknowledged: true, last_status: 200 }],
    ['slower than its events come', { last_acknowledged: true, last_status: 200, is_behind: true }],
    ['answers 500', { last_acknowledged: false, last_status: 500 }],
    ['no answer within 20 s', { last_acknowledged: false, last_fault: 'no answer within 20 s' }],
    ['ECONNREFUSED', { last_acknowledged: false, last_fault: 'ECONNREFUSED' }],
  ])('%s', (reason, changed) => {
    expect(waitingReason({ ...facts, ...changed })).toBe(reason);
  });
});

describe('the partitions of day logs', () => {
  const day = (days: number) => new Date(Date.UTC(2026, 10, 24 + days, 23, 59, 59, 999));

  test('each day of ten has a partition of its own, and the eleventh takes that of the first', () => {
    const slots = Array.from({ length: 10 }, (_, days) => slotOf(day(days)));
    expect([...slots].sort()).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(slotOf(day(10))).toBe(slots[0]);
  });

  test.each([1, 3, 7])('with %i days, what is cleared is neither today, nor a kept day, nor tomorrow', (keptDays) => {
    const kept = Array.from({ length: keptDays + 2 }, (_, at) => slotOf(day(1 - at)));
    const outdated = outdatedSlots(day(0), keptDays);
    expect(outdated.filter((slot) => kept.includes(slot))).toEqual([]);
    expect(outdated).toHaveLength(10 - keptDays - 2);
    expect(outdated).toContain(slotOf(day(-keptDays - 1)));
  });
});
