import type { OutgoingMessage } from '@order-hub/shared/bus';
import type { Queryable } from '@order-hub/shared/database';
import { newId } from '@order-hub/shared/ids';
import { boundedDetails, type Actor, type AuditFacts } from './audit.ts';
import { insertEntry } from './audit.store.ts';

/**
 * Adds an audit entry in the transaction of the change. The messages that announce the same change are written with it, so
 * the audit costs no extra round trip. They carry the request of the entry. What users do to themselves names their browser.
 */
export const recordEntry = (
  trx: Queryable,
  { browser, ...by }: Actor,
  { details: given, ...facts }: AuditFacts,
  ...messages: OutgoingMessage[]
): Promise<void> => {
  const isOwn = browser !== undefined && facts.account_id === null && facts.subject_id === by.actor_id;
  const details = isOwn ? { ...given, browser } : given;
  return insertEntry(
    trx,
    newId(by.at),
    { ...by, ...facts, ...(details && { details: boundedDetails(details) }) },
    messages.map((message) => ({ ...message, request_id: by.request_id })),
  );
};
