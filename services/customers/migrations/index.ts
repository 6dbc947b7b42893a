import type { Migration } from '@order-hub/shared/database';
import { inboxMigration, inboxRemoval } from '@order-hub/shared/inbox';
import { outboxMigration } from '@order-hub/shared/outbox';
import { customerLists } from './0001-customer-lists.ts';
import { customers } from './0002-customers.ts';
import { loyalty } from './0003-loyalty.ts';
import { customerOrders } from './0004-customer-orders.ts';
import { inboxAgain } from './0005-inbox.ts';
import { forgottenCustomers } from './0006-forgotten-customers.ts';

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
];
