import type { Database } from '@order-hub/shared/database';
import type { PrincipalContext } from '@order-hub/shared/principal';
import * as store from './operator.store.ts';
import { viewOperator } from './operator.view.ts';

/** A page of the operators. */
export async function listOperators(
  { db }: { db: Database },
  _ctx: PrincipalContext,
  _params: object,
  page: { after?: string | undefined; count: number },
) {
  const { items, next } = await store.listOperators(db, page);
  return { items: items.map(viewOperator), next };
}
