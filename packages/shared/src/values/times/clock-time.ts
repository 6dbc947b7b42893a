import { z } from 'zod';

const pattern = '(?:[01][0-9]|2[0-3]):[0-5][0-9]';
const message = 'must be a time of day, such as "06:00"';

/** A time of day as `HH:mm` (docs/api/locations.md#opening-hours). */
export const clockTime = z
  .string(message)
  .regex(new RegExp(`^${pattern}$`), message)
  .meta({ maxLength: 5, examples: ['06:00'] });

/** The same, or `24:00`: the end of the day (ISO 8601). */
export const clockTimeOrMidnight = z
  .string(message)
  .regex(new RegExp(`^(?:${pattern}|24:00)$`), message)
  .meta({ maxLength: 5, examples: ['18:30'] });
