import { expect, test } from '@jest/globals';
import { isLate, lateFrom } from './late-orders.ts';

const now = new Date('2026-07-01T18:00:00Z');
const past = '2026-07-01T19:59:00+02:00';
const future = '2026-07-01T20:01:00+02:00';
const order = (rest: object) => ({
  ...{ status: 'accepted', expected_time: null, expected_time_pickup: null, confirmed_time: null },
  ...rest,
});

test.each([
  ['its confirmed time has passed', { confirmed_time: past }, past],
  ['its confirmed time has passed, though it is wanted later', { confirmed_time: past, expected_time: future }, past],
  ['the time at which it is wanted has passed', { expected_time: past }, past],
  ['its driver was to come before', { expected_time_pickup: past, expected_time: future }, past],
  ['nobody has answered it', { status: 'new', expected_time: past }, past],
  ['its time is now', { confirmed_time: '2026-07-01T20:00:00+02:00' }, '2026-07-01T20:00:00+02:00'],
])('an order is late when %s', (_, rest, from) => {
  expect([isLate(order(rest), now), lateFrom(order(rest), now)]).toEqual([true, from]);
});

test.each([
  ['its time is still to come', { confirmed_time: future, expected_time: past }, future],
  ['it has no time', {}, null],
  ['it was due more than a day ago', { confirmed_time: '2026-06-30T17:59:00Z' }, null],
  ...['awaiting_shipment', 'awaiting_collection', 'in_delivery', 'completed', 'rejected', 'cancelled'].map(
    (status): [string, object, null] => [`it is ${status}`, { status, confirmed_time: past }, null],
  ),
])('an order is not late when %s', (_, rest, from) => {
  expect([isLate(order(rest), now), lateFrom(order(rest), now)]).toEqual([false, from]);
});
