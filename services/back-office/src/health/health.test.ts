import { expect, test } from '@jest/globals';
import type { ConnectionDeliveries } from '@order-hub/shared/events-calls';
import { healthOf } from './health.ts';

const now = new Date('2026-07-01T12:00:00.000Z');
const callback = { url: 'https://till.example', events: [], created_at: '', updated_at: '' };
const deliveries = (given: Partial<ConnectionDeliveries> = {}): ConnectionDeliveries => ({
  ...{ connection_id: 'c', callback, waiting: 0, oldest_waiting_at: null, last_attempt: null, refusals: null },
  ...given,
});
const failed = (status: number | null) => ({
  ...{ at: '2026-07-01T11:59:00.000Z', outcome: 'failed' as const, status, reason: null },
});
const received = { ...failed(200), outcome: 'acknowledged' as const };
const polling = { ...callback, url: null };

test.each([
  ['works', deliveries()],
  ['works', deliveries({ last_attempt: received })],
  ['works', deliveries({ callback: polling })],
  ['works', deliveries({ callback: polling, oldest_waiting_at: '2026-07-01T11:50:00.000Z' })],
  ['fetches_nothing', deliveries({ callback: polling, oldest_waiting_at: '2026-07-01T11:49:59.999Z' })],
  ['no_events', deliveries({ callback: null })],
  ['no_events', null],
  ['unknown', 'unavailable'],
  ['secret', deliveries({ last_attempt: failed(401) })],
  ['secret', deliveries({ last_attempt: { ...received, status: 403 } })],
  ['address', deliveries({ last_attempt: failed(404) })],
  ['address', deliveries({ last_attempt: failed(410) })],
  ['refuses', deliveries({ last_attempt: failed(422) })],
  ['faulty', deliveries({ last_attempt: failed(500) })],
  ['works', deliveries({ last_attempt: { ...received, status: 302 } })],
  ['silent', deliveries({ last_attempt: failed(null) })],
] as const)('an app %s', (kind, described) => {
  expect(healthOf({ status: 'active' }, described, now).kind).toBe(kind);
});

test('an app fails since the oldest event that waits, or else since the last attempt', () => {
  const silent = (oldest_waiting_at: string | null) =>
    healthOf(
      { status: 'active' },
      deliveries({ last_attempt: failed(null), oldest_waiting_at }),
      now,
    ).since?.toISOString();
  expect(silent('2026-07-01T10:05:00.000Z')).toBe('2026-07-01T10:05:00.000Z');
  expect(silent(null)).toBe('2026-07-01T11:59:00.000Z');
});

test.each(['blocked', 'suspended', 'disconnected'] as const)(
  'what is %s says so, whatever the app answers',
  (status) => {
    const blocked_at = new Date('2026-07-01T09:00:00.000Z');
    const health = healthOf({ status, blocked_at }, deliveries({ last_attempt: failed(401) }), now);
    expect(health).toEqual({ kind: status, since: status === 'blocked' ? blocked_at : null, status: null });
  },
);
