/** The messages to and from the thread that prepares large orders. */
import type { CustomerOrder } from '@order-hub/shared/customer-order';
import type { ErrorCode } from '@order-hub/shared/error-codes';
import type { ErrorType, FieldError } from '@order-hub/shared/errors';
import type { OrderCustomerCreate } from '../../customers/customer.schema.ts';
import type { OrderCustomer } from '../../customers/order-customer.ts';
import type { NewOrder, OrderSource } from '../prepare-order.ts';
import type { OrderRow } from '../rows/order-row.ts';
import type { RowFacts, UpdatedRow } from '../rows/update-row.ts';

/** A body, and what an order is made from beside it. `customer`: as found; null before the look-up, and for a guest. */
export type NewOrderTask = { bytes: Uint8Array; source: OrderSource; customer: OrderCustomer | null };

/** A body, and the locked row that it updates. */
export type UpdateTask = {
  bytes: Uint8Array;
  locked: OrderRow | undefined;
  facts: RowFacts & { currency: string };
};

/** An order that is ready to be stored, with the JSON text of the reply. */
type PreparedNewOrder = { isPrepared: true; order: NewOrder; counted: CustomerOrder | null; view: string };

/** An order that names a customer, who must be looked up first. */
type NamedCustomer = { isPrepared: false; given: OrderCustomerCreate };

export type NewOrderResult = PreparedNewOrder | NamedCustomer;

/** The new row, with the JSON text of the reply. */
export type UpdateResult = UpdatedRow & { view: string };

/** The fields of an ApiError: an error loses its class between threads. */
type Refusal = {
  error_type: ErrorType;
  code: ErrorCode;
  message: string;
  errors: FieldError[] | undefined;
  more_errors: number;
};

/** Of every task: whether unknown fields are refused. */
export type Handled<Task> = Task & { isStrict: boolean };

/** `ms`: how long the thread worked. `unknown`: the fields that it ignored, if any. */
export type Worked<Result> = { ms: number; unknown: FieldError[] } & ({ result: Result } | { refusal: Refusal });
