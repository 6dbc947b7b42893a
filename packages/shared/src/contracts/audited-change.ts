/** A change that another service than auth makes on behalf of a user, for the audit (docs/api/back-office.md#audit). */
import { z } from 'zod';

const text = z.string();
const nullableText = text.nullable();

/** `actor_id`, `actor_name`: the id and the email address of the user. `details` hold no secrets. */
export const auditedChange = z.object({
  at: z.iso.datetime({ precision: 3 }),
  actor_id: nullableText,
  actor_name: nullableText,
  address: nullableText,
  action: z.templateLiteral([text, '.', text]),
  account_id: text,
  subject_id: text,
  details: z.record(text, z.unknown()),
});
