import type { Database } from '@order-hub/shared/database';
import type { WatchedConnection } from '@order-hub/shared/management/attempts';
import type { PrincipalContext } from '@order-hub/shared/principal';
import { byPrincipal } from '../../audit/audit.ts';
import { recordEntry } from '../../audit/record-entry.ts';

type Details = Readonly<Record<string, string | undefined>>;

/**
 * Adds the audit entry of sending events to a connection. It is written before the events service is asked, so an action whose
 * answer is lost has one too. Only a change by the owner of the account is in the audit of the account: that of the client's
 * owner would show who they are.
 */
export const recordSending = (
  db: Database,
  ctx: PrincipalContext,
  { id, account_id, client_name }: WatchedConnection,
  { action, details }: { action: 'event.resend' | 'event.test'; details: Details },
): Promise<void> =>
  recordEntry(db, byPrincipal(ctx), {
    ...{ action, account_id, subject_id: id },
    details: { client_name, ...details },
  });
