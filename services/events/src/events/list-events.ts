import type { Context } from '@order-hub/shared/caller';
import type { Database } from '@order-hub/shared/database';
import { jsonText, type JsonText } from '@order-hub/shared/json';
import type { Page, PageQuery } from '@order-hub/shared/page';
import { ownerOf } from '../callbacks/owner.ts';
import { visibilityOf } from '../visibility/visibility.ts';
import { listEventSummaries } from './event.store.ts';
import { summaryText } from './event.view.ts';

/** A page of the events that the caller may see, oldest first, without their states. */
export async function listEvents(
  { db }: { db: Database },
  ctx: Context,
  _params: unknown,
  { count, cursor }: PageQuery,
): Promise<Page<JsonText>> {
  const owner = { ...ownerOf(ctx), visibility: visibilityOf(ctx.caller) };
  const { items, next } = await listEventSummaries(db, owner, { count, after: cursor });
  return { items: items.map((event) => jsonText(summaryText(event))), next };
}
