import type { Database } from '@order-hub/shared/database';
import { notFound } from '@order-hub/shared/errors';
import type { TestShop } from '@order-hub/shared/management/test-shops';
import type { PrincipalContext } from '@order-hub/shared/principal';
import { userIdOf } from '../users/owner.ts';
import { countOpenShops, findShop } from './test-shop.store.ts';
import { viewShop } from './test-shop.ts';

/** The user's test shop, and whether the hub has room for it or for another. */
export async function retrieveTestShop(
  { db, testShopsMax: max }: { db: Database; testShopsMax: number },
  ctx: PrincipalContext,
): Promise<{ shop: TestShop | null; offer: 'open' | 'full' | 'none' }> {
  const row = await findShop(db, userIdOf(ctx));
  if (row) return { shop: viewShop(row, ctx.now), offer: 'open' };
  if (max === 0) return { shop: null, offer: 'none' };
  return { shop: null, offer: (await countOpenShops(db)) < max ? 'open' : 'full' };
}

/** The user's test shop. Throws 404 when it is not open. */
export async function getTestShop(db: Database, ctx: PrincipalContext): Promise<TestShop> {
  const row = await findShop(db, userIdOf(ctx));
  if (!row) throw notFound('Test shop');
  return viewShop(row, ctx.now);
}
