import { parseScope, scopeCharsMax } from '@order-hub/shared/scopes';
import { nameText } from '@order-hub/shared/texts';
import { z } from 'zod';

const idSchema = z
  .string('must be a text')
  .regex(/^[\w-]{1,64}$/, 'must be an id')
  .meta({ maxLength: 64 });
const optionalId = idSchema.nullish().transform((id) => id ?? null);

export const connectionCreate = z.object({
  client_id: nameText,
  scope: z
    .string('must be a scope, such as location[orders.read]')
    .meta({ maxLength: scopeCharsMax, examples: ['location[orders.read]'] })
    .transform(parseScope),
  location_id: optionalId,
  account_id: optionalId,
  catalog_id: optionalId,
  customer_list_id: optionalId,
  name: z
    .string()
    .trim()
    .max(255, 'must have at most 255 characters')
    .nullish()
    .transform((name) => name || null),
});

const nullableText = z.string().nullable();

/** The token response (docs/api/authentication.md#token-response) and the id of the connection. */
export const tokenView = z.object({
  id: z.string(),
  access_token: z.string(),
  token_type: z.literal('Bearer'),
  account_id: nullableText,
  location_id: nullableText,
  catalog_id: nullableText,
  customer_list_id: nullableText,
  account_name: nullableText,
  location_name: nullableText,
  catalog_name: nullableText,
  customer_list_name: nullableText,
});

const statusSchema = z.enum(['active', 'blocked', 'disconnected', 'suspended']);

export const connectionView = z.object({
  id: z.string(),
  status: statusSchema,
  client_id: z.string(),
  client_name: z.string(),
  user_id: z.string(),
  account_id: nullableText,
  location_id: nullableText,
  catalog_id: nullableText,
  customer_list_id: nullableText,
  name: nullableText,
  scope: z.string(),
  created_at: z.string(),
});
