import { inboxMigration as inbox } from '@order-hub/shared/inbox';
import { outboxMigration as outbox } from '@order-hub/shared/outbox';
import { claim } from './0003-claim.ts';
import { callbacks } from './0001-callbacks.ts';
import { events } from './0002-events.ts';
import { scrubbedChanges } from './0004-scrubbed-changes.ts';
import { fairClaim } from './0005-fair-claim.ts';
import { sight } from './0006-sight.ts';
import { whatTheBackOfficeShows } from './0007-what-the-back-office-shows.ts';

/** The schema's history, oldest first. A merged migration is never edited. */
export const migrations = [
  callbacks,
  events,
  claim,
  scrubbedChanges,
  fairClaim,
  sight,
  outbox,
  inbox,
  whatTheBackOfficeShows,
];
