import type { OutgoingMessage } from '@order-hub/shared/bus';
import type { Queryable } from '@order-hub/shared/database';
import { newId } from '@order-hub/shared/ids';
import { boundedDetails, type Actor, type AuditFacts } from './audit.ts';
import { insertEntry } from './audit.store.ts';

/**
 * Adds an audit entry in the transaction of the change. The messages that announce the same change are written with it, so
 * the audit costs no extra round trip. They carry the request of the entry.
 */
export const recordEntry = (
  trx: Queryable,
  by: Actor,
  { details, ...facts }: AuditFacts,
  ...messages: OutgoingMessage[]
): Promise<void> =>
  insertEntry(
    trx,
    newId(by.at),
    { ...by, ...facts, ...(details && { details: boundedDetails(details) }) },
    messages.map((message) => ({ ...message, request_id: by.request_id })),
  );
