import { standardOffsetSeconds } from '@order-hub/shared/times';
import { z } from 'zod';

/** docs/api/conventions.md#timezones. */
export const timezoneView = z.object({
  name: z.string(),
  offset: z.int().describe('Deprecated: the standard-time offset in seconds, without daylight saving'),
});

/** A timezone as the API shows it. */
export const viewTimezone = (name: string, now: Date) => ({ name, offset: standardOffsetSeconds(name, now) });
