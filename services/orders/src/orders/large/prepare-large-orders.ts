/**
 * Checks, drafts and renders large orders in a thread (open-order-threads.ts), so that they do not block the event loop. Runs
 * the same functions as the event loop does for other orders.
 */
import { ApiError } from '@order-hub/shared/errors';
import { jsonOf } from '@order-hub/shared/read-json';
import { checkBody } from '@order-hub/shared/read-request';
import { guestOf, isGuests } from '../../customers/order-customer.ts';
import { prepareOrder, type NewOrder } from '../prepare-order.ts';
import { updatedOrder } from '../order.ts';
import { orderCreate, orderUpdate } from '../order.schema.ts';
import type { OrderRow } from '../rows/order-row.ts';
import { viewOrder } from '../order.view.ts';
import { updatedRow } from '../rows/update-row.ts';
import type { NewOrderResult, NewOrderTask, UpdateResult, UpdateTask, Worked } from './large-order.ts';
import { assertMayFit, assertMayFitInto } from './least-size.ts';

/** The size limit of both bodies (docs/api/limits.md#body-sizes), to which the number of objects is relative. */
const bodyBytesMax = 1_048_576;

const viewText = ({ document, private_refs }: OrderRow, client_id: string): string =>
  viewOrder({ document, own_refs: private_refs?.[client_id] }).jsonText;

/** The order without its elements, which its row has. */
function withoutElements({ order, ...rest }: NewOrder): NewOrder {
  const { id, location_id, status, created_by, customer } = order;
  return { ...rest, order: { id, location_id, status, created_by, customer } };
}

function newOrder({ bytes, source, customer }: NewOrderTask): NewOrderResult {
  const json = jsonOf(bytes, bodyBytesMax);
  assertMayFit(json);
  const body = checkBody(orderCreate, json);
  if (!customer && !isGuests(body)) {
    const { customer_id, customer_list_id, customer_private_ref, loyalty_operations } = body;
    const given = { customer_id, customer_list_id, customer_private_ref, customer: null, loyalty_operations };
    return { isPrepared: false, given };
  }
  const { asDrafted, counted } = prepareOrder(source, body, customer ?? guestOf(body));
  const view = viewText(asDrafted.row, source.client_id);
  return { isPrepared: true, order: withoutElements(asDrafted), counted, view };
}

function update({ bytes, locked, facts }: UpdateTask): UpdateResult {
  const json = jsonOf(bytes, bodyBytesMax);
  if (locked) assertMayFitInto(locked.document, json);
  const body = checkBody(orderUpdate, json);
  const { cause, currency } = facts;
  const { status, row, isChanged, messages, customer_id } = updatedRow(locked, facts, {
    update: (stored) => updatedOrder(stored, body, { ...cause, currency }),
  });
  return { status, row, isChanged, messages, customer_id, view: viewText(row, cause.client_id) };
}

/** Measures the work, and turns an ApiError into a value. */
function worked<Result>(work: () => Result): Worked<Result> {
  const start = performance.now();
  const ms = () => performance.now() - start;
  try {
    const result = work();
    return { ms: ms(), result };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { error_type, message, errors, more_errors } = error;
    return { ms: ms(), refusal: { error_type, message, errors, more_errors } };
  }
}

/** Prepares a new order. An order that names a customer comes back for the look-up. */
export const prepareNewOrder = (task: NewOrderTask): Worked<NewOrderResult> => worked(() => newOrder(task));

/** Prepares an update. */
export const prepareUpdate = (task: UpdateTask): Worked<UpdateResult> => worked(() => update(task));
