import type { SchemaTerms } from '@order-hub/shared/migration';
import { heldCauses, heldMessagesMigration } from '@order-hub/shared/held-messages';
import { inboxMigration as inbox } from '@order-hub/shared/inbox';
import { outboxCauses, outboxMigration as outbox } from '@order-hub/shared/outbox';
import { parkedMessages } from '@order-hub/shared/parked-messages-migration';
import { keptRepliesMigration, keptRights } from '@order-hub/shared/kept-reply-store';
import { claim } from './0003-claim.ts';
import { callbacks } from './0001-callbacks.ts';
import { events } from './0002-events.ts';
import { scrubbedChanges } from './0004-scrubbed-changes.ts';
import { fairClaim } from './0005-fair-claim.ts';
import { sight } from './0006-sight.ts';
import { whatTheBackOfficeShows } from './0007-what-the-back-office-shows.ts';
import { deletedLists } from './0008-deleted-lists.ts';
import { droppedEvents } from './0009-dropped-events.ts';
import { changeCauses } from './0010-change-causes.ts';
import { accountsOfChanges } from './0011-accounts-of-changes.ts';
import { partitionedChanges } from './0012-partitioned-changes.ts';
import { refusedEvents } from './0013-refused-events.ts';
import { attemptLog } from './0014-attempt-log.ts';
import { previousSecrets } from './0015-previous-secrets.ts';
import { testEvents } from './0016-test-events.ts';
import { resourcesOfAttempts } from './0017-resources-of-attempts.ts';
import { requestLog } from './0018-request-log.ts';
import { orderFigures } from './0019-order-figures.ts';
import { attemptsAboutResources } from './0020-attempts-about-resources.ts';
import { eventsThatWaitTooLong } from './0021-events-that-wait-too-long.ts';
import { customersOfAttempts } from './0022-customers-of-attempts.ts';
import { usersOfHistory } from './0023-users-of-history.ts';
import { keptSecrets } from './0024-kept-secrets.ts';

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
  deletedLists,
  heldMessagesMigration,
  droppedEvents,
  parkedMessages,
  outboxCauses,
  heldCauses,
  changeCauses,
  accountsOfChanges,
  partitionedChanges,
  keptRepliesMigration,
  refusedEvents,
  attemptLog,
  previousSecrets,
  testEvents,
  resourcesOfAttempts,
  requestLog,
  orderFigures,
  attemptsAboutResources,
  eventsThatWaitTooLong,
  customersOfAttempts,
  usersOfHistory,
  keptSecrets,
  keptRights,
];

/** This release needs all of them. Name an older one while it can do without the later ones (docs/upgrade.md). */
export const schema: SchemaTerms = { migrations, oldestMigration: keptRights.name };
