/**
 * Features whose stores name a table that belongs to another feature, and why: `service.table`, then the feature. Each is
 * a debt or a price: before you add one, ask whether a use case of the owner would do.
 */

const join = 'Joins it, because the caller needs rows of both from one snapshot, in one round trip.';
const cascade = 'Deletes what belongs to a deleted parent, in batches, children first.';
const lock = 'Locks its row, so that what it writes beside it stays true.';
const hotPath = 'Runs for every event: one statement reads and writes all that it takes.';
const sameRow = 'A delivery is a column of its order’s row, so both change under one lock.';

export const exceptions = {
  'auth.accounts': { authorize: join, connections: join, locations: join, operators: join },
  'auth.users': { accounts: join, clients: join, connections: join, operators: join, sessions: join },
  'auth.locations': { accounts: join, authorize: join, connections: join, operators: join },
  'auth.clients': { connections: join },
  'auth.connections': { operators: join },
  'catalog.inventory_entries': { catalogs: cascade },
  'catalog.inventories': { catalogs: cascade },
  'catalog.images': { catalogs: cascade, content: lock },
  'catalog.catalog_parts': { catalogs: cascade, parts: join },
  'catalog.catalog_refs': { catalogs: cascade, inventory: join },
  'catalog.catalog_part_lists': { catalogs: cascade, parts: join },
  'customers.customer_lists': { customers: join },
  'customers.customers': { 'customer-lists': cascade, 'customer-orders': lock },
  'customers.loyalty_operations': { 'customer-lists': cascade },
  'customers.loyalty_cards': { 'customer-lists': cascade, customers: join, 'loyalty-operations': lock },
  'customers.customer_orders': { 'customer-lists': cascade },
  'customers.customer_private_refs': { 'customer-lists': cascade },
  'events.callbacks': { connections: lock, events: hotPath, pushing: hotPath },
  'events.removed_callbacks': { connections: lock, housekeeping: cascade },
  'events.events': { callbacks: join, housekeeping: cascade, pushing: hotPath },
  'events.connections': { events: hotPath, pushing: hotPath },
  'events.changes': { housekeeping: cascade, pushing: hotPath },
  'events.forgotten_customers': { housekeeping: cascade },
  'events.dropped_events': { events: join, housekeeping: cascade },
  'orders.orders': { deliveries: sameRow },
};
