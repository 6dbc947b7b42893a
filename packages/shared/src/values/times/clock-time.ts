import { z } from 'zod';

/** A time of day as `HH:mm` (docs/api/locations.md#opening-hours). */
export const clockTime = z
  .string('must be a time of day, such as "06:00"')
  .regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'must be a time of day as HH:mm')
  .meta({ maxLength: 5, examples: ['06:00'] });
