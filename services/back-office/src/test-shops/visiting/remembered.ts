/** What the simulators of a test shop remember from one visit to the next. */
import type { TillState } from '@order-hub/simulators/till';
import type { WebsiteState } from '@order-hub/simulators/website';
import { z } from 'zod';

export type Remembered = { till: TillState; website: WebsiteState };

const plannedStatus = z.object({ status: z.string(), at: z.number(), seller_notes: z.string().exactOptional() });
const till = z.object({ orders: z.array(z.object({ id: z.string(), plan: z.array(plannedStatus) })) });
const website = z.object({
  next_at: z.number().nullable(),
  cancels: z.array(z.object({ id: z.string(), at: z.number() })),
});

/** What was kept; without what is missing, or what another release has left in another form. */
export const rememberedOf = (
  kept: Record<string, unknown>,
): { [Name in keyof Remembered]: Remembered[Name] | undefined } => ({
  till: till.safeParse(kept['till']).data as TillState | undefined,
  website: website.safeParse(kept['website']).data,
});
