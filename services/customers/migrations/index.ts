import type { Migration, SchemaTerms } from '@order-hub/shared/migration';
import { heldCauses, heldMessagesMigration } from '@order-hub/shared/held-messages';
import { inboxMigration, inboxRemoval } from '@order-hub/shared/inbox';
import { outboxCauses, outboxMigration } from '@order-hub/shared/outbox';
import { parkedMessages } from '@order-hub/shared/parked-messages-migration';
import { keptRepliesMigration, keptRights } from '@order-hub/shared/kept-reply-store';
import { customerLists } from './0001-customer-lists.ts';
import { customers } from './0002-customers.ts';
import { loyalty } from './0003-loyalty.ts';
import { customerOrders } from './0004-customer-orders.ts';
import { inboxAgain } from './0005-inbox.ts';
import { forgottenCustomers } from './0006-forgotten-customers.ts';
import { anonymisedCustomerLists } from './0007-anonymised-customer-lists.ts';
import { customerCounts } from './0008-customer-counts.ts';
import { customerNames } from './0009-customer-names.ts';
import { foldedText } from './0010-folded-text.ts';
import { foldedCustomers } from './0011-folded-customers.ts';
import { plainGrams } from './0012-plain-grams.ts';

/** The schema `customers`, in the order in which it grew. */
export const migrations: readonly Migration[] = [
  outboxMigration,
  inboxMigration,
  inboxRemoval,
  customerLists,
  customers,
  loyalty,
  customerOrders,
  inboxAgain,
  forgottenCustomers,
  anonymisedCustomerLists,
  customerCounts,
  heldMessagesMigration,
  parkedMessages,
  outboxCauses,
  heldCauses,
  keptRepliesMigration,
  customerNames,
  foldedText,
  foldedCustomers,
  keptRights,
  plainGrams,
];

/** This release needs all of them. Name an older one while it can do without the later ones (docs/upgrade.md). */
export const schema: SchemaTerms = { migrations, oldestMigration: keptRights.name };
