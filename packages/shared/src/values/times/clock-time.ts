import { z } from 'zod';
import { rule } from '../rules.ts';

const time = '(?:[01][0-9]|2[0-3]):[0-5][0-9]';
const message = 'must be a time of day, such as "06:00"';

const clock = (pattern: RegExp) =>
  z
    .string(message)
    .check(rule((text) => pattern.test(text), 'not_a_time', message))
    .meta({ pattern: pattern.source, maxLength: 5 });

/** A time of day as `HH:mm` (docs/api/locations.md#opening-hours). */
export const clockTime = clock(new RegExp(`^${time}$`)).meta({ examples: ['06:00'] });

/** The same, or `24:00`: the end of the day (ISO 8601). */
export const clockTimeOrMidnight = clock(new RegExp(`^(?:${time}|24:00)$`)).meta({ examples: ['18:30'] });
