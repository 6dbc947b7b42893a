import { expect, test } from '@jest/globals';
import type { BoardOrder } from '@order-hub/shared/orders-calls';
import { actionsOf, expectedStatuses, statusAfter } from './order-actions.ts';
import { columnsOf } from './columns.ts';
import { orderNumber } from './order-number.ts';

const order = (id: string, status: string, times: Partial<BoardOrder> = {}) =>
  ({
    ...{ id, status, created_at: '2026-07-01T18:00:00Z', expected_time: null, expected_time_pickup: null },
    ...{ confirmed_time: null, ...times },
  }) as BoardOrder;

test('what is due first comes first; of what is gone, the newest', () => {
  const columns = columnsOf([
    order('c', 'new', { expected_time: '2026-07-01T20:00:00Z' }),
    order('b', 'received'),
    order('a', 'accepted', { confirmed_time: '2026-07-01T19:00:00Z', expected_time: '2026-07-01T17:00:00Z' }),
    order('d', 'in_preparation', { expected_time_pickup: '2026-07-01T18:30:00Z' }),
    order('e', 'completed'),
    order('f', 'cancelled'),
    order('g', 'a status of a later release'),
  ]);
  const ids = Object.fromEntries(Object.entries(columns).map(([name, orders]) => [name, orders.map(({ id }) => id)]));
  expect(ids).toEqual({ new: ['b', 'c'], kitchen: ['d', 'a'], ready: [], gone: ['g', 'f', 'e'] });
});

test('every action of an order is one that its status allows', () => {
  for (const status of ['new', 'received', 'accepted', 'in_preparation', 'awaiting_shipment', 'in_delivery']) {
    for (const action of actionsOf({ status })) expect(expectedStatuses(action).split(',')).toContain(status);
  }
});

test.each([
  ['delivery', 'awaiting_shipment'],
  ['collection', 'awaiting_collection'],
  ['eat_in', 'awaiting_collection'],
  [null, 'awaiting_collection'],
])('%s that is ready', (service_type, status) => {
  expect(statusAfter('ready', service_type)).toBe(status);
});

test.each([
  [{ collection_code: '42', ref: 'WEB-1' }, '42'],
  [{ collection_code: null, ref: 'WEB-1' }, 'WEB-1'],
  [{ collection_code: '', ref: null }, '#1NNK'],
])('people call an order %j %s', (given, number) => {
  expect(orderNumber({ id: '0mwxoin25048bx8c1nnk', ...given })).toBe(number);
});
