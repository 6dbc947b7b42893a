import type { SchemaTerms } from '@order-hub/shared/migration';
import { heldCauses, heldMessagesMigration } from '@order-hub/shared/held-messages';
import { inboxMigration, inboxRemoval } from '@order-hub/shared/inbox';
import { outboxCauses, outboxMigration } from '@order-hub/shared/outbox';
import { parkedMessages } from '@order-hub/shared/parked-messages-migration';
import { keptRepliesMigration, keptRights } from '@order-hub/shared/kept-reply-store';
import { users } from './0001-users.ts';
import { accounts } from './0002-accounts.ts';
import { locations } from './0003-locations.ts';
import { clients } from './0004-clients.ts';
import { connections } from './0005-connections.ts';
import { authorizationCodes } from './0006-authorization-codes.ts';
import { sessions } from './0007-sessions.ts';
import { audit } from './0008-audit.ts';
import { logInFailures } from './0009-log-in-failures.ts';
import { connectionUses } from './0010-connection-uses.ts';
import { passwordLinks } from './0011-password-links.ts';
import { operatorSearch } from './0012-operator-search.ts';
import { connectionLists } from './0013-connection-lists.ts';
import { announcedTimezones } from './0014-announced-timezones.ts';
import { liveConnections } from './0015-live-connections.ts';
import { auditRetention } from './0016-audit-retention.ts';
import { codeProofs } from './0017-code-proofs.ts';
import { secondFactors } from './0018-second-factors.ts';
import { verifiedClients } from './0019-verified-clients.ts';
import { previousSecrets } from './0020-previous-secrets.ts';
import { expiringConnections } from './0021-expiring-connections.ts';
import { strictClients } from './0022-strict-clients.ts';
import { testShops } from './0023-test-shops.ts';
import { userLanguages } from './0024-user-languages.ts';
import { members } from './0025-members.ts';
import { mails } from './0026-mails.ts';
import { listings } from './0027-listings.ts';
import { troubles } from './0028-troubles.ts';
import { inboxAgain } from './0029-inbox.ts';
import { specialDays } from './0030-special-days.ts';
import { compulsoryProofs } from './0031-compulsory-proofs.ts';
import { endsOfAccess } from './0032-ends-of-access.ts';
import { foldedText } from './0033-folded-text.ts';
import { foldedNames } from './0034-folded-names.ts';
import { requiredFactors } from './0036-required-factors.ts';
import { logInHistory } from './0037-log-in-history.ts';
import { keptSecrets } from './0038-kept-secrets.ts';
import { oneNameIndex } from './0039-one-name-index.ts';

/** The schema `auth`, step by step. A merged one is never edited. */
export const migrations = [
  users,
  accounts,
  locations,
  clients,
  connections,
  outboxMigration,
  inboxMigration,
  inboxRemoval,
  authorizationCodes,
  sessions,
  audit,
  logInFailures,
  connectionUses,
  passwordLinks,
  operatorSearch,
  connectionLists,
  announcedTimezones,
  liveConnections,
  auditRetention,
  codeProofs,
  secondFactors,
  verifiedClients,
  parkedMessages,
  outboxCauses,
  keptRepliesMigration,
  previousSecrets,
  expiringConnections,
  strictClients,
  testShops,
  userLanguages,
  members,
  mails,
  listings,
  troubles,
  inboxAgain,
  heldMessagesMigration,
  heldCauses,
  specialDays,
  compulsoryProofs,
  endsOfAccess,
  foldedText,
  foldedNames,
  keptRights,
  requiredFactors,
  logInHistory,
  keptSecrets,
  oneNameIndex,
];

/** This release needs all of them. Name an older one while it can do without the later ones (docs/upgrade.md). */
export const schema: SchemaTerms = { migrations, oldestMigration: keptSecrets.name };
