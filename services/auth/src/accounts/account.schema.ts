import { isCurrency } from '@order-hub/shared/money';
import { nameText } from '@order-hub/shared/texts';
import { z } from 'zod';
import { nameSchema } from '../name.schema.ts';

/** docs/api/locations.md#accounts */
export const accountView = z
  .object({
    id: z.string().describe('The id of the account.'),
    name: z.string().describe('The name of the account.'),
    currency: z.string().describe('The ISO 4217 code of the currency of all its amounts.'),
  })
  .meta({ id: 'Account', description: 'A business that owns locations.' });

export const accountCreate = z.object({
  user_id: nameText,
  name: nameSchema,
  currency: z
    .string('must be a currency code, such as EUR')
    .refine(isCurrency, 'must be an ISO 4217 currency code, such as EUR')
    .meta({ maxLength: 3, examples: ['EUR'] }),
});

export const suspendableView = z.object({ id: z.string(), name: z.string(), suspended: z.boolean() });
