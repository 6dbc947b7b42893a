/** The one file that knows how to ask the customers service (DESIGN, section 1: orders → customers). */
import type { Context } from '@order-hub/shared/caller';
import { serviceUnavailable } from '@order-hub/shared/errors';
import { serviceTokenHeader, serviceTokenSource } from '@order-hub/shared/service-token';
import { z } from 'zod';
import { orderCustomerView } from './orders/customer.schema.ts';
import type { Order } from './orders/order.schema.ts';

/** How an order names its customer. */
export type CustomerReference = { customer_id: string } | { customer_list_id: string; private_ref: string };

const foundCustomer = z.object({
  /** The customer as it is at this moment, with `private_ref` null. */
  customer: orderCustomerView,
  /** The customer's private ref by client id. */
  private_refs: z.record(z.string(), z.string()).nullable(),
});

export type FoundCustomer = z.output<typeof foundCustomer>;

/** An order that is attached to a customer: what the customer's figures and loyalty cards follow from. */
export type CustomerOrder = Pick<Order, 'location_id' | 'created_at' | 'total' | 'loyalty_operations'> & {
  order_id: string;
  customer_id: string;
};

export type CustomersClient = {
  /** The customer, if the caller's account (and, for a location connection, location) has it. Throws 503 when nobody can tell. */
  find(ctx: Context, reference: CustomerReference): Promise<FoundCustomer | undefined>;
  /** Tells of a new order at once; a failure is no matter, for the order's own message brings the same news later. */
  attach(ctx: Context, order: CustomerOrder): Promise<void>;
};

const timeoutMs = 5_000;

/** A client of the customers service at `url`. */
export function customersClient(url: string, internalKeys: readonly string[]): CustomersClient {
  const token = serviceTokenSource(internalKeys, 'orders', 'customers');
  const post = async (path: string, { caller, requestId }: Context, body: object) =>
    fetch(`${url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-request-id': requestId, [serviceTokenHeader]: await token() },
      body: JSON.stringify({
        account_id: caller.account.id,
        location_id: caller.location?.id ?? null,
        client_id: caller.client_id,
        ...body,
      }),
      signal: AbortSignal.timeout(timeoutMs),
    });
  return {
    async find(ctx, reference) {
      const away = () => serviceUnavailable('The customer cannot be looked up at the moment; repeat the request');
      const response = await post('/internal/order-customers', ctx, reference).catch(() => {
        throw away();
      });
      if (response.status === 404) return undefined;
      if (!response.ok) throw away();
      return foundCustomer.parse(await response.json());
    },
    async attach(ctx, order) {
      const reason = await post('/internal/customer-orders', ctx, order).then(
        ({ ok, status }) => (ok ? undefined : `status ${status}`),
        String,
      );
      if (reason) ctx.log.warn({ requestId: ctx.requestId, reason }, 'customers will hear of an order later');
    },
  };
}
