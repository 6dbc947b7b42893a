import type { Database } from '@order-hub/shared/database';
import type { DroppedEvent } from '@order-hub/shared/event-backlog-calls';
import type { Page } from '@order-hub/shared/page';
import { listDroppedRows, type DroppedFilters, type DroppedRow } from './dropped-event.store.ts';

const viewOf = ({ created_at, dropped_at, ...row }: DroppedRow): DroppedEvent => ({
  ...row,
  created_at: created_at.toISOString(),
  dropped_at: dropped_at.toISOString(),
});

/** A page of the events that were given up, the newest event first, without their states. */
export async function listDroppedEvents(
  { db }: { db: Database },
  { before, count, ...filters }: DroppedFilters & { before?: string | undefined; count: number },
): Promise<Page<DroppedEvent>> {
  const { items, next } = await listDroppedRows(db, filters, { before, count });
  return { items: items.map(viewOf), next };
}
