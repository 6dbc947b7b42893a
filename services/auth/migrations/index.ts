import { inboxMigration, inboxRemoval } from '@order-hub/shared/inbox';
import { outboxMigration } from '@order-hub/shared/outbox';
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
];
