import type { OutgoingMessage } from '@order-hub/shared/bus';
import { resourceChanged, type ChangeCause } from '@order-hub/shared/resource-changed';
import type { Catalog } from './catalog.ts';

/** `catalog.create`, `catalog.update` or `catalog.delete`; they carry no states (docs/api/events.md#event-body). */
export const catalogChanged = (
  event_type: 'create' | 'update' | 'delete',
  { account_id, id, location_id, timezone }: Catalog,
  cause: ChangeCause,
): OutgoingMessage =>
  resourceChanged('catalog', event_type, {
    ids: { catalog_id: id, ...(location_id === null ? { account_id } : { location_id }) },
    place: { account_id, location_id, timezone },
    cause,
  });
