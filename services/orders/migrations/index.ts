import type { Migration } from '@order-hub/shared/database';
import { inboxMigration } from '@order-hub/shared/inbox';
import { outboxMigration } from '@order-hub/shared/outbox';
import { orders } from './0001-orders.ts';
import { forgottenCustomers } from './0002-forgotten-customers.ts';
import { anonymisedOrders } from './0003-anonymised-orders.ts';

/** Run in this order. Never edit a released migration. */
export const migrations: Migration[] = [outboxMigration, orders, forgottenCustomers, anonymisedOrders, inboxMigration];
