/** The management API for test shops: a user has at most one (docs/api/sandbox.md). */
import { z } from 'zod';
import { principalCall } from '../principal-call.ts';

const text = z.string();

export const tillAnswers = ['accept', 'reject', 'ignore'] as const;

/** How the simulators behave. `minutes_between_orders`: of the website; 0: it places none. */
export const testShopSettings = z.object({
  answer: z.enum(tillAnswers),
  delay_seconds: z.int().min(0).max(3_600),
  minutes_between_orders: z.int().min(0).max(60),
});

export type TestShopSettings = z.output<typeof testShopSettings>;

/**
 * `asleep`: nobody has called for an hour. `cut_off`: the connection of a simulator is blocked or has ended, or the account or
 * location is suspended.
 */
export const testShopStatuses = ['running', 'asleep', 'cut_off'] as const;

const testShop = z.object({
  account_id: text,
  location_id: text,
  location_name: text,
  settings: testShopSettings,
  status: z.enum(testShopStatuses),
  /** Whether the menu and the customers are there. */
  is_filled: z.boolean(),
  /** Why the last visit of the simulators failed. */
  failure: text.nullable(),
  ends_at: z.coerce.date(),
});

export type TestShop = z.output<typeof testShop>;

/** `offer`: whether the user can open a shop: `full` when all are taken, `none` in a hub without test shops. */
export const retrieveTestShop = principalCall('GET /management/user/test_shop', {
  summary: 'Retrieve the test shop of the user',
  to: 'auth',
  principals: ['user'],
  reply: z.object({ shop: testShop.nullable(), offer: z.enum(['open', 'full', 'none']) }),
});

/** Gives the shop that the user has, if there is one. */
export const openTestShop = principalCall('POST /management/user/test_shop', {
  summary: 'Make a test shop for the user',
  to: 'auth',
  principals: ['user'],
  reply: testShop,
});

/** Also wakes a shop that is asleep. */
export const updateTestShop = principalCall('POST /management/user/test_shop/settings', {
  summary: 'Change how the simulators of the test shop behave',
  to: 'auth',
  principals: ['user'],
  input: testShopSettings,
  reply: testShop,
});

/** A later change that comes before the till has done this one replaces it. */
export const changeTestShopPrices = principalCall('POST /management/user/test_shop/prices', {
  summary: 'Let the till of the test shop change all prices',
  to: 'auth',
  principals: ['user'],
  input: z.object({ percent: z.int().min(-50).max(100) }),
  reply: testShop,
});

/** The account stays, and is used again by the next test shop. */
export const endTestShop = principalCall('POST /management/user/test_shop/end', {
  summary: 'End the test shop of the user',
  to: 'auth',
  principals: ['user'],
  reply: z.object({}),
});
