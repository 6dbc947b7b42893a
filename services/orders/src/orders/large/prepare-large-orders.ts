/**
 * Checks, drafts and renders large orders in a thread (open-order-threads.ts), so that they do not block the event loop. Runs
 * the same functions as the event loop does for other orders.
 */
import type { Handling } from '@order-hub/shared/caller';
import { ApiError } from '@order-hub/shared/errors';
import { assertKnown, newHandling, noteUnknown } from '@order-hub/shared/handling';
import { unknownFields } from '@order-hub/shared/known-fields';
import { jsonOf } from '@order-hub/shared/read-json';
import { checkBody } from '@order-hub/shared/read-request';
import type { z } from 'zod';
import { guestOf, isGuests } from '../../customers/order-customer.ts';
import { prepareOrder, type NewOrder } from '../prepare-order.ts';
import { updatedOrder } from '../order.ts';
import { orderCreate, orderUpdate } from '../order.schema.ts';
import type { OrderRow } from '../rows/order-row.ts';
import { viewOrder } from '../order.view.ts';
import { updatedRow } from '../rows/update-row.ts';
import type { Handled, NewOrderResult, NewOrderTask, UpdateResult, UpdateTask, Worked } from './large-order.ts';
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

/** The JSON of a body. Notes its unknown fields. Throws 422 for them if the request asks for that. */
function readJson(bytes: Uint8Array, schema: z.ZodType, handling: Handling): unknown {
  const json = jsonOf(bytes, bodyBytesMax);
  noteUnknown(handling, unknownFields(schema, json));
  assertKnown(handling);
  return json;
}

function newOrder({ bytes, source, customer }: NewOrderTask, handling: Handling): NewOrderResult {
  const json = readJson(bytes, orderCreate, handling);
  assertMayFit(json);
  const body = checkBody(orderCreate, json, handling);
  if (!customer && !isGuests(body)) {
    const { customer_id, customer_list_id, customer_private_ref, loyalty_operations } = body;
    const given = { customer_id, customer_list_id, customer_private_ref, customer: null, loyalty_operations };
    return { isPrepared: false, given };
  }
  const { asDrafted, counted } = prepareOrder(source, body, customer ?? guestOf(body));
  const view = viewText(asDrafted.row, source.client_id);
  return { isPrepared: true, order: withoutElements(asDrafted), counted, view };
}

function update({ bytes, locked, facts }: UpdateTask, handling: Handling): UpdateResult {
  const json = readJson(bytes, orderUpdate, handling);
  if (locked) assertMayFitInto(locked.document, json);
  const body = checkBody(orderUpdate, json, handling);
  const { cause, currency } = facts;
  const { status, row, isChanged, messages, customer_id } = updatedRow(locked, facts, {
    update: (stored) => updatedOrder(stored, body, { ...cause, currency }),
  });
  return { status, row, isChanged, messages, customer_id, view: viewText(row, cause.client_id) };
}

/** Measures the work, and turns an ApiError into a value. */
function worked<Result>(isStrict: boolean, work: (handling: Handling) => Result): Worked<Result> {
  const start = performance.now();
  const ms = () => performance.now() - start;
  const handling = newHandling(isStrict);
  const { unknown } = handling;
  try {
    const result = work(handling);
    return { ms: ms(), unknown, result };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { error_type, code, message, errors, more_errors } = error;
    return { ms: ms(), unknown, refusal: { error_type, code, message, errors, more_errors } };
  }
}

/** Prepares a new order. An order that names a customer comes back for the look-up. */
export const prepareNewOrder = (task: Handled<NewOrderTask>): Worked<NewOrderResult> =>
  worked(task.isStrict, (handling) => newOrder(task, handling));

/** Prepares an update. */
export const prepareUpdate = (task: Handled<UpdateTask>): Worked<UpdateResult> =>
  worked(task.isStrict, (handling) => update(task, handling));
