/** The calls by which the back office searches the orders of a location. Orders answers them. */
import { z } from 'zod';
import { rule } from '../../values/rules.ts';
import { textUpTo } from '../../values/texts/texts.ts';
import { dateSchema } from '../../values/times/times.ts';
import { everyRole, managingRoles } from '../../tokens/roles.ts';
import { principalCall } from '../principal-call.ts';

const text = z.string();
const nullableText = text.nullable();

/** A page keeps what is searched for in its address. */
const searched = textUpTo(100);

const phoneDigitsMin = 3;

/** Which orders; a filter that is left out does not apply. `from` and `to`: days of the location, both included. */
export const orderFilters = {
  number: searched.optional(),
  name: searched.optional(),
  phone: searched
    .check(
      rule(
        (phone) => phone.replace(/\P{Nd}/gu, '').length >= phoneDigitsMin,
        'too_short',
        `must have at least ${phoneDigitsMin} digits of the phone number`,
      ),
    )
    .optional(),
  status: textUpTo(40).optional(),
  channel: searched.optional(),
  from: dateSchema.optional(),
  to: dateSchema.optional(),
};

export type OrderFilters = z.output<z.ZodObject<typeof orderFilters>>;

/** `before`: the `next` of the page before. */
const page = { before: textUpTo(64).optional() };

/**
 * `next`: where the search goes on; null at its end. `searched_to`: when the oldest order was created that the search has looked
 * at, if it has looked at as many as one request may, and there are older ones.
 */
const pageEnd = { next: nullableText, searched_to: nullableText };

const common = {
  id: text,
  ref: nullableText,
  collection_code: nullableText,
  status: text,
  channel: text,
  service_type: nullableText,
  created_at: text,
  expected_time: nullableText,
  /** How many items it has that are not deleted. */
  items: z.int(),
};

/** Kitchen staff get neither money nor contact data: then `total` and `phone` are null. */
const foundOrder = z.object({ ...common, total: nullableText, customer_name: nullableText, phone: nullableText });

/** An order as a row of a table. Money is a decimal number; `paid` is the sum of the payments. */
const exportedOrder = z.object({
  ...common,
  created_by: text,
  confirmed_time: nullableText,
  total: text,
  paid: text,
  currency: text,
  customer_name: nullableText,
  email: nullableText,
  phone: nullableText,
  address: nullableText,
  postal_code: nullableText,
  city: nullableText,
});

/** The orders of the location that the page is about, newest first: a page of 50. */
export const searchOrders = principalCall('POST /internal/order-search', {
  summary: 'Search the orders of a location',
  to: 'orders',
  principals: ['user'],
  roles: everyRole,
  reads: true,
  input: z.object({ ...orderFilters, ...page }),
  reply: z.object({ orders: z.array(foundOrder), ...pageEnd }),
});

/** The same orders as the rows of a table, a portion of 500 at a time. */
export const exportOrders = principalCall('POST /internal/order-export', {
  summary: 'Export the orders of a location',
  to: 'orders',
  principals: ['user'],
  roles: managingRoles,
  reads: true,
  input: z.object({ ...orderFilters, ...page }),
  reply: z.object({ orders: z.array(exportedOrder), ...pageEnd }),
});

export type OrderSearch = z.output<typeof searchOrders.input>;
export type FoundOrder = z.output<typeof foundOrder>;
export type ExportedOrder = z.output<typeof exportedOrder>;
