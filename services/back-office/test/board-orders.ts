/** Stands in for orders: the boards of locations, and the orders that pages change. */
import { newId } from '@order-hub/shared/ids';
import { refusal, startAnsweringService, type Answers } from './answering-service.ts';

export const aBoardOrder = (overrides: object = {}) => ({
  id: newId(),
  status: 'new',
  ref: 'WEB-12',
  collection_code: '42',
  channel: 'Web shop',
  service_type: 'collection',
  created_at: '2026-07-01T18:30:00+02:00',
  expected_time: null,
  expected_time_pickup: null,
  confirmed_time: null,
  asap: null,
  customer_notes: null,
  seller_notes: null,
  items: [
    {
      name: 'Margherita',
      sku: 'Large',
      quantity: '2',
      subset: null,
      notes: 'Well done',
      deal: 'Lunch deal',
      options: [
        { list: 'Extra', name: 'Olives', quantity: 2, is_removed: false },
        { list: 'Ingredients', name: 'Onions', quantity: 1, is_removed: true },
      ],
      subtotal: '23.60 EUR',
    },
  ],
  more_items: 0,
  money: { total: '25.60 EUR', due: '5.60 EUR', charges: [], discounts: [], payments: [] },
  customer: {
    name: 'Ada Lovelace',
    phone: '+33 6 12 34 56 78',
    phone_access_code: '1843',
    address: ['1 rue des Nombres', '75001 Paris'],
    delivery_notes: 'Ring twice',
  },
  delivery: null,
  ...overrides,
});

export type AnOrder = ReturnType<typeof aBoardOrder>;

/** Answers for the boards in `ordersOf`, by location; without one, orders does not answer. */
export async function startBoardOrders() {
  const ordersOf = new Map<string, object[]>();
  const answers: Answers = {
    'GET /internal/board': ({ place }) => {
      const orders = ordersOf.get(place?.location_id ?? '');
      return orders && { orders, has_more: false };
    },
    'GET /internal/board-orders/:id': ({ place, id }) => {
      const orders = (ordersOf.get(place?.location_id ?? '') ?? []) as AnOrder[];
      return orders.find((order) => order.id === id) ?? refusal(404, { error_type: 'not_found', message: 'No order' });
    },
    'POST /internal/board-marks': ({ body }) => {
      const boards = body.boards.map(({ location_id }: { location_id: string }) => ordersOf.get(location_id));
      return boards.includes(undefined) ? undefined : { marks: boards.map((board: object[]) => JSON.stringify(board)) };
    },
  };
  const service = await startAnsweringService(answers);
  return {
    ...service,
    ordersOf,
    /** Lets an order be retrieved and updated. `meanwhile`: the status that somebody else has given it. */
    serve(location_id: string, order: AnOrder, meanwhile?: string) {
      const path = `/locations/${location_id}/orders/${order.id}`;
      answers[`GET ${path}`] = () => ({ ...order, status: meanwhile ?? order.status });
      answers[`PATCH ${path}`] = ({ body }) =>
        meanwhile === undefined
          ? { ...order, ...body }
          : refusal(409, { error_type: 'conflict', code: 'status_changed', message: 'The order has changed' });
      return path;
    },
  };
}
