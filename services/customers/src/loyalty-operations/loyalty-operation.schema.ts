/** Loyalty operations in requests and responses (docs/api/customers.md#loyalty-operations). */
import { computedDecimal, decimalSchema, decimalText } from '@order-hub/shared/decimal';
import { clearable } from '@order-hub/shared/optional';
import { pageQuery } from '@order-hub/shared/pagination';
import { nameText, notesText } from '@order-hub/shared/texts';
import { timeSchema } from '@order-hub/shared/times';
import { z } from 'zod';

const text = z.string();
const nullableText = text.nullable();

const texts = {
  delta: 'The points to add; negative to deduct.',
  reason: 'Why the balance changes.',
  order_id: 'The order that the operation belongs to.',
};

export const loyaltyOperationCreate = z
  .object({
    delta: decimalSchema.describe(texts.delta),
    reason: notesText.nullish().describe(texts.reason),
    order_id: clearable(nameText).describe(texts.order_id),
  })
  .meta({ id: 'LoyaltyOperationCreate', description: 'A change of the balance of a loyalty card.' });

export type LoyaltyOperationCreate = z.output<typeof loyaltyOperationCreate>;

export const loyaltyOperationFilters = pageQuery;

export type LoyaltyOperationPage = z.output<z.ZodObject<typeof loyaltyOperationFilters>>;

export const loyaltyOperationView = z
  .object({
    id: text.describe('The id of the operation.'),
    customer_id: text.describe('The customer whose card it is.'),
    created_at: timeSchema.describe('When the operation was created.'),
    order_location_id: nullableText.describe('The location of the order.'),
    order_id: nullableText.describe(texts.order_id),
    reason: nullableText.describe(texts.reason),
    delta: decimalText.describe(texts.delta),
    new_balance: computedDecimal.describe('The balance of the card after the operation.'),
  })
  .meta({ id: 'LoyaltyOperation', description: 'A change of the balance of a loyalty card.' });
