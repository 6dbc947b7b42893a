import type { OutgoingMessage } from '@order-hub/shared/bus';
import { message } from '@order-hub/shared/outbox';
import type { PrincipalContext } from '@order-hub/shared/principal';
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

/** What auth keeps in the audit of a change that a user makes on a page (docs/api/back-office.md#audit). */
export const catalogAudited = (
  { account_id, id, location_id, name }: Catalog,
  { principal, address, now, requestId, traceparent }: PrincipalContext,
  details: object,
): OutgoingMessage =>
  message(
    'audit',
    account_id,
    {
      at: now.toISOString(),
      actor_id: principal.user?.id ?? null,
      actor_name: principal.user?.email ?? null,
      address,
      action: 'catalog.update',
      account_id,
      subject_id: id,
      details: { name, ...(location_id !== null && { location_id }), ...details },
    },
    { request_id: requestId, traceparent },
  );
