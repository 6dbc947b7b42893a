import type { Context } from '@order-hub/shared/caller';
import type { Database } from '@order-hub/shared/database';
import { jsonText, type JsonText } from '@order-hub/shared/json';
import { takePage, type Page } from '@order-hub/shared/pagination';
import { ownerOf } from '../callbacks/owner.ts';
import { listEventRows } from './event.store.ts';
import { summaryText } from './event.view.ts';
import { sightOf } from './receivers.ts';

type Asked = { count: number; cursor?: string | undefined };

/** A page of the caller's events that it may still see, oldest first, without their states. */
export async function listEvents({ db }: { db: Database }, ctx: Context, asked: Asked): Promise<Page<JsonText>> {
  const { count, cursor } = asked;
  const rows = await listEventRows(db, { ...ownerOf(ctx), sight: sightOf(ctx.caller) }, { count, after: cursor });
  const { items, next } = takePage(rows, count, ({ id }) => id);
  return { items: items.map((event) => jsonText(summaryText(event))), next };
}
