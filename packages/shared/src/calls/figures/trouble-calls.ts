/** The call about apps with trouble (docs/api/back-office.md#apps-with-trouble). */
import { z } from 'zod';
import { troubleKinds } from '../../values/app-trouble.ts';
import { textUpTo } from '../../values/texts/texts.ts';
import { internalCall } from '../internal-call.ts';

const text = z.string();

/**
 * An app with trouble: `silent`, it has not fetched a new order for a while; `refusing`, it answers its events with a status from 400 to 499;
 * `failing`, the last event did not reach it. `since`, ISO 8601 in UTC with milliseconds: of its oldest event that waits. `location_id`
 * null: it is connected to the account.
 */
export const troubleSchema = z.object({
  connection_id: text,
  account_id: text,
  location_id: text.nullable(),
  kind: z.enum(troubleKinds),
  status: z.int().nullable(),
  reason: text.nullable(),
  since: z.iso.datetime({ precision: 3 }).nullable(),
});

export type AppTrouble = z.output<typeof troubleSchema>;

/** `after`: the `next` of the answer before. `next` null: there are no more. An answer may be empty and have a `next`. */
export const listTrouble = internalCall('POST /internal/trouble', {
  summary: 'The apps with trouble of all accounts, in parts',
  to: 'events',
  from: ['auth'],
  body: z.object({ after: textUpTo(64).default('') }),
  reply: z.object({ trouble: z.array(troubleSchema), next: text.nullable() }),
  unavailable: 'The events service does not answer at the moment',
});
