/** An order as it counts for its customer (docs/api/customers.md#orders-of-a-customer). */
import { z } from 'zod';
import { decimalText } from '../values/amounts/decimal.ts';
import { listOf } from '../values/lists.ts';
import { computedMoney } from '../values/amounts/money.ts';
import { nameText, notesText, searchedText } from '../values/texts/texts.ts';
import { timeSchema } from '../values/times/times.ts';

const operationsMax = 1_000;

/** A customer has at most this many cards, because each of its events shows them all. */
export const loyaltyCardsMax = 100;

const loyaltyOperation = z.object({
  /** The ref of the card; null for the card without one. */
  ref: searchedText.nullable(),
  name: searchedText.nullable(),
  delta: decimalText,
  reason: notesText.nullable(),
});

/**
 * Orders sends it to customers by a call and by messages, in any order and any number of times. Each holds everything that
 * customers needs.
 */
export const customerOrder = z.object({
  account_id: nameText,
  customer_list_id: nameText,
  customer_id: nameText,
  order_id: nameText,
  location_id: nameText,
  /** The client that created the order or changed its total. */
  client_id: nameText,
  created_at: timeSchema,
  total: computedMoney,
  /** Grows with every change of the total. */
  total_version: z.int(),
  loyalty_operations: listOf(loyaltyOperation, operationsMax),
});

export type CustomerOrder = z.output<typeof customerOrder>;
