import { standardOffsetSeconds } from '@order-hub/shared/times';
import { z } from 'zod';

/** docs/api/conventions.md#timezones */
export const timezoneView = z
  .object({
    name: z.string().describe('The IANA name, such as `Europe/Paris`.'),
    offset: z.int().meta({
      description: 'Deprecated: the offset of standard time in seconds, without daylight saving.',
      deprecated: true,
    }),
  })
  .meta({ id: 'Timezone', description: 'A timezone.' });

/** A timezone as the API shows it. */
export const viewTimezone = (name: string, now: Date) => ({ name, offset: standardOffsetSeconds(name, now) });
