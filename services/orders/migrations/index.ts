import type { Migration, SchemaTerms } from '@order-hub/shared/migration';
import { heldCauses, heldMessagesMigration } from '@order-hub/shared/held-messages';
import { inboxMigration } from '@order-hub/shared/inbox';
import { outboxCauses, outboxMigration } from '@order-hub/shared/outbox';
import { parkedMessages } from '@order-hub/shared/parked-messages-migration';
import { keptRepliesMigration, keptRights, uncompressedReplies } from '@order-hub/shared/kept-reply-store';
import { orders } from './0001-orders.ts';
import { forgottenCustomers } from './0002-forgotten-customers.ts';
import { anonymisedOrders } from './0003-anonymised-orders.ts';
import { currentOrders } from './0004-current-orders.ts';
import { anonymisingClients } from './0005-anonymising-clients.ts';
import { deletedLists } from './0006-deleted-lists.ts';
import { partitionedOrders } from './0008-partitioned-orders.ts';
import { foldedText } from './0009-folded-text.ts';

/** Run in this order. Never edit a released migration. */
export const migrations: Migration[] = [
  outboxMigration,
  orders,
  forgottenCustomers,
  anonymisedOrders,
  inboxMigration,
  currentOrders,
  anonymisingClients,
  deletedLists,
  heldMessagesMigration,
  parkedMessages,
  outboxCauses,
  heldCauses,
  partitionedOrders,
  keptRepliesMigration,
  uncompressedReplies,
  foldedText,
  keptRights,
];

/** This release needs all of them. Name an older one while it can do without the later ones (docs/upgrade.md). */
export const schema: SchemaTerms = { migrations, oldestMigration: keptRights.name };
