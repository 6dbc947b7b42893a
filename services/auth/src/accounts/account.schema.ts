import { isCurrency } from '@order-hub/shared/money';
import { z } from 'zod';
import { nameSchema } from '../name.schema.ts';

/** Contract, "Account". */
export const accountReply = z.object({ id: z.string(), name: z.string(), currency: z.string() });

export const accountCreate = z.object({
  user_id: z.string('must be the id of a user'),
  name: nameSchema,
  currency: z
    .string('must be a currency code, such as EUR')
    .refine(isCurrency, 'must be an ISO 4217 currency code, such as EUR'),
});

export const suspendableReply = z.object({ id: z.string(), name: z.string(), suspended: z.boolean() });
