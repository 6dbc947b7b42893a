import type { Database } from '@order-hub/shared/database';
import { takePage } from '@order-hub/shared/page';
import { findOperators } from './operator.store.ts';
import { viewOperator } from './operator.view.ts';

/** A page of the users who are operators. */
export async function listOperators(
  { db }: { db: Database },
  { count, cursor }: { count: number; cursor?: string | undefined },
) {
  const { items, next } = takePage(await findOperators(db, { after: cursor, count }), count, ({ id }) => id);
  return { items: items.map(viewOperator), next };
}
