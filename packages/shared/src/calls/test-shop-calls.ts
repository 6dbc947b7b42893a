/** The calls with which the back office runs the simulators of test shops. Auth keeps the shops. */
import { z } from 'zod';
import { nameText, textUpTo } from '../values/texts/texts.ts';
import { internalCall } from './internal-call.ts';
import { testShopSettings } from './management/test-shops.ts';

const text = z.string();

/** Longer than a visit may take. */
export const visitLeaseSeconds = 60;

/** What simulators remember from one visit to the next: JSON that only they understand. */
const rememberedSchema = z.record(text, z.unknown());

/** Shops whose next visit is due, and that are awake. Nobody else gets them until they are kept, or the lease is over. */
export const claimTestShops = internalCall('POST /internal/test_shops/claim', {
  summary: 'Claim test shops whose visit is due',
  to: 'auth',
  from: ['back-office'],
  body: z.object({ count: z.int().min(1).max(20) }),
  reply: z.object({
    items: z.array(
      z.object({
        user_id: text,
        lease_id: text,
        till_token: text,
        website_token: text,
        settings: testShopSettings,
        remembered: rememberedSchema,
        is_filled: z.boolean(),
        /** The change of prices that the user asked for. */
        asked_percent: z.int().nullable(),
        /** When somebody last called, as far as that is known. */
        active_at: z.coerce.date(),
      }),
    ),
  }),
  unavailable: 'Test shops cannot be visited at the moment',
});

/** Does nothing once the lease is over. */
export const keepTestShop = internalCall('POST /internal/test_shops/keep', {
  summary: 'Keep what a visit of a test shop leaves',
  to: 'auth',
  from: ['back-office'],
  body: z.object({
    user_id: nameText,
    lease_id: nameText,
    remembered: rememberedSchema,
    is_filled: z.boolean(),
    /** The change of prices that is done. */
    done_percent: z.int().nullable(),
    failure: textUpTo(200).nullable(),
    next_visit_at: z.iso.datetime(),
  }),
  reply: z.object({}),
  unavailable: 'Test shops cannot be kept at the moment',
});
