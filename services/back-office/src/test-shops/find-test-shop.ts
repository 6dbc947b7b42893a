import { ApiError } from '@order-hub/shared/errors';
import { retrieveTestShop } from '@order-hub/shared/management/test-shops';
import type { AskFor, OnBehalf } from '@order-hub/shared/principal-call';
import type { ShopVisits } from './visiting/open-shop-visits.ts';

/** `shopVisits`: null in a hub without test shops. */
export type TestShopDeps = { askFor: AskFor; shopVisits: ShopVisits | null };

const none = { shop: null, offer: 'none' } as const;

/** The user's test shop, and whether they can open one. */
export async function findTestShop({ askFor, shopVisits }: TestShopDeps, on: OnBehalf) {
  if (!shopVisits) return none;
  try {
    return await askFor(retrieveTestShop, on, { params: {} });
  } catch (error) {
    // Auth of an older version has no test shops.
    if (error instanceof ApiError && error.status === 404) return none;
    throw error;
  }
}
