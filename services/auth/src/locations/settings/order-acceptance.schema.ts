import { clearableTime, unlessNothing } from '@order-hub/shared/optional';
import { parseTime, timeSchema } from '@order-hub/shared/times';
import { z } from 'zod';
import { minutesSchema } from './minutes.schema.ts';

/** To the whole second, as responses show it. */
function wholeSecond(text: string): Date {
  const at = parseTime(text);
  return new Date(at.getTime() - (at.getTime() % 1_000));
}

const resumeAt = clearableTime.transform((time) => (time == null ? null : wholeSecond(time)));

const reasonCharsMax = 1_000;
const reason = z
  .string('must be a text')
  .max(reasonCharsMax, `must have at most ${reasonCharsMax} characters`)
  .nullish()
  .transform((text) => text ?? null);

/** The meaning of fields, sent and shown. */
const texts = {
  mode: 'How orders are taken.',
  resume_at: 'When the mode becomes `normal` by itself; null: only an update changes it.',
  extra_preparation_time: 'The minutes that are added to `preparation_time`.',
  reason: 'Why no orders are taken; customers may see it.',
} as const;

const modeOf = <const Mode extends string>(name: Mode) => z.literal(name).describe(texts.mode);

/** A field of another mode: null counts as absent, any other value is refused. */
const fieldOfAnotherMode = (name: string) =>
  unlessNothing(z.null(`must not be given with the mode ${name}`)).describe('Not with this mode.');

const normal = z
  .object({
    mode: modeOf('normal'),
    resume_at: fieldOfAnotherMode('normal'),
    extra_preparation_time: fieldOfAnotherMode('normal'),
    reason: fieldOfAnotherMode('normal'),
  })
  .meta({ id: 'NormalAcceptanceUpdate', description: 'Orders are taken as usual.' })
  .transform(({ mode }) => ({ mode }));

const busy = z
  .object({
    mode: modeOf('busy'),
    resume_at: resumeAt.describe(texts.resume_at),
    extra_preparation_time: minutesSchema.describe(texts.extra_preparation_time),
    reason: fieldOfAnotherMode('busy'),
  })
  .meta({ id: 'BusyAcceptanceUpdate', description: 'Orders are taken, and take longer.' })
  .transform(({ mode, resume_at, extra_preparation_time }) => ({ mode, resume_at, extra_preparation_time }));

const paused = z
  .object({
    mode: modeOf('paused'),
    resume_at: resumeAt.describe(texts.resume_at),
    extra_preparation_time: fieldOfAnotherMode('paused'),
    reason: reason.describe(texts.reason),
  })
  .meta({ id: 'PausedAcceptanceUpdate', description: 'No orders are taken.' })
  .transform(({ mode, resume_at, reason: why }) => ({ mode, resume_at, reason: why }));

/** One of three shapes (docs/api/locations.md#order-acceptance). */
export const orderAcceptanceSchema = z
  .discriminatedUnion('mode', [normal, busy, paused], { error: 'must be normal, busy or paused' })
  .meta({ id: 'OrderAcceptanceUpdate', description: 'How orders are taken: one of three shapes.' });

const shownResumeAt = timeSchema.nullable().describe(texts.resume_at);

export const orderAcceptanceView = z
  .discriminatedUnion('mode', [
    z.object({ mode: modeOf('normal') }).meta({ id: 'NormalAcceptance', description: 'Orders are taken as usual.' }),
    z
      .object({
        mode: modeOf('busy'),
        resume_at: shownResumeAt,
        extra_preparation_time: z.int().describe(texts.extra_preparation_time),
      })
      .meta({ id: 'BusyAcceptance', description: 'Orders are taken, and take longer.' }),
    z
      .object({
        mode: modeOf('paused'),
        resume_at: shownResumeAt,
        reason: z.string().nullable().describe(texts.reason),
      })
      .meta({ id: 'PausedAcceptance', description: 'No orders are taken.' }),
  ])
  .meta({ id: 'OrderAcceptance', description: 'How orders are taken.' });
