/** Loyalty cards in requests and responses (docs/api/customers.md#loyalty-cards). */
import { computedDecimal } from '@order-hub/shared/decimal';
import { clearable } from '@order-hub/shared/optional';
import { pageQuery } from '@order-hub/shared/pagination';
import { nameText, searchedText } from '@order-hub/shared/texts';
import { z } from 'zod';

const text = z.string();

const texts = {
  customer_id: 'The customer whose card it is.',
  name: 'The name of the card.',
  ref: 'Which card of the customer it is; one of them may have none.',
};

const updatable = {
  name: searchedText.nullish().describe(texts.name),
  ref: clearable(searchedText).describe(texts.ref),
};

export const loyaltyCardCreate = z
  .object({ customer_id: nameText.describe(texts.customer_id), ...updatable })
  .meta({ id: 'LoyaltyCardCreate', description: 'A new loyalty card.' });

export type LoyaltyCardCreate = z.output<typeof loyaltyCardCreate>;

export const loyaltyCardUpdate = z
  .object(updatable)
  .meta({ id: 'LoyaltyCardUpdate', description: 'The fields of a loyalty card to update. Null clears a field.' });

export type LoyaltyCardUpdate = z.output<typeof loyaltyCardUpdate>;

export const loyaltyCardFilters = {
  customer_id: text.optional().describe('Only the cards of this customer.'),
  name: text.optional().describe('Only the cards with this name.'),
  ref: text.optional().describe('Only the cards with this ref.'),
  ...pageQuery,
};

export type LoyaltyCardFilters = z.output<z.ZodObject<typeof loyaltyCardFilters>>;

export const loyaltyCardView = z
  .object({
    id: text.describe('The id of the card.'),
    customer_id: text.describe(texts.customer_id),
    name: text.nullable().describe(texts.name),
    ref: text.nullable().describe(texts.ref),
    balance: computedDecimal.describe('The points on the card.'),
  })
  .meta({ id: 'LoyaltyCard', description: 'A loyalty card of a customer.' });
