import { createSelectableCatalog } from '@order-hub/shared/catalog-calls';
import { createSelectableCustomerList } from '@order-hub/shared/customers-calls';
import type { Database } from '@order-hub/shared/database';
import { notFound } from '@order-hub/shared/errors';
import type { Ask } from '@order-hub/shared/internal-call';
import type { PrincipalContext } from '@order-hub/shared/principal';
import { byPrincipal } from '../../audit/audit.ts';
import { recordEntry } from '../../audit/record-entry.ts';
import type { ConnectionPlace } from '../places/place.ts';
import type { SelectableKind } from './selectable.ts';

type Deps = { db: Database; ask: Ask };

/** Creates an empty catalog or customer list of a place, and returns its id. Throws 422 on `name`, and 503. */
export async function createSelectable(
  { db, ask }: Deps,
  ctx: PrincipalContext,
  kind: SelectableKind,
  { place, name }: { place: ConnectionPlace; name: string },
): Promise<string> {
  const { account_id, location_id, timezone, currency } = place;
  const body = { account_id, location_id, timezone, currency, name };
  const question = { params: {}, body, requestId: ctx.requestId };
  const created =
    kind.field === 'catalog_id'
      ? await ask(createSelectableCatalog, question)
      : await ask(createSelectableCustomerList, question);
  if (!created) throw notFound('Account');
  const action = kind.field === 'catalog_id' ? 'catalog.create' : 'customer_list.create';
  await recordEntry(db, byPrincipal(ctx), { action, account_id, subject_id: created.id, details: { name } });
  return created.id;
}
