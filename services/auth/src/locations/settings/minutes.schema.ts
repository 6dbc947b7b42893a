import { z } from 'zod';

const weekMinutes = 7 * 24 * 60;

/** A whole number of minutes, up to a week. */
export const minutesSchema = z
  .int('must be a whole number of minutes')
  .min(0, 'must not be negative')
  .max(weekMinutes, `must be at most ${weekMinutes}, a week`);
