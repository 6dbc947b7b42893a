import { parseTime, timeSchema } from '@order-hub/shared/times';
import { z } from 'zod';
import { minutesSchema } from './minutes.schema.ts';

/** To the whole second, as it is shown again. */
function wholeSecond(text: string): Date {
  const at = parseTime(text);
  return new Date(at.getTime() - (at.getTime() % 1_000));
}

const resumeAt = timeSchema.nullish().transform((time) => (time == null ? null : wholeSecond(time)));

const REASON_CHARS_MAX = 1_000;
const reason = z
  .string('must be a text')
  .max(REASON_CHARS_MAX, `must have at most ${REASON_CHARS_MAX} characters`)
  .nullish()
  .transform((text) => text ?? null);

/** A field of another shape: null counts as absent, anything else is refused. */
const elsewhere = (mode: string) => z.null(`must not be given with the mode ${mode}`).optional();

const normal = z
  .object({
    mode: z.literal('normal'),
    resume_at: elsewhere('normal'),
    extra_preparation_time: elsewhere('normal'),
    reason: elsewhere('normal'),
  })
  .transform(({ mode }) => ({ mode }));

const busy = z
  .object({
    mode: z.literal('busy'),
    resume_at: resumeAt,
    extra_preparation_time: minutesSchema,
    reason: elsewhere('busy'),
  })
  .transform(({ mode, resume_at, extra_preparation_time }) => ({ mode, resume_at, extra_preparation_time }));

const paused = z
  .object({
    mode: z.literal('paused'),
    resume_at: resumeAt,
    extra_preparation_time: elsewhere('paused'),
    reason,
  })
  .transform(({ mode, resume_at, reason: why }) => ({ mode, resume_at, reason: why }));

/** One of three shapes (contract, "OrderAcceptance"). */
export const orderAcceptanceSchema = z.discriminatedUnion('mode', [normal, busy, paused], {
  error: 'must be normal, busy or paused',
});

export const orderAcceptanceReply = z.discriminatedUnion('mode', [
  z.object({ mode: z.literal('normal') }),
  z.object({ mode: z.literal('busy'), resume_at: z.string().nullable(), extra_preparation_time: z.int() }),
  z.object({ mode: z.literal('paused'), resume_at: z.string().nullable(), reason: z.string().nullable() }),
]);
