/**
 * Features whose stores name a table that belongs to another feature, and why: `service.table`, then the feature. Each is
 * a debt or a price: before you add one, ask whether a use case of the owner would do.
 */

const join = 'Joins it, because the caller needs rows of both from one snapshot, in one round trip.';
const cascade = 'Deletes what belongs to a deleted parent, in batches, children first.';
const lock = 'Locks its row, so that what it writes beside it stays true.';
const hotPath = 'Runs for every event: one statement reads and writes all that it takes.';
const ownColumns = 'Owns columns of the row: it alone updates them.';
const search = 'Finds rows by indexes that serve searching alone.';
const overview = 'Counts and lists what waits, for pages. It writes nothing.';
const hidden = 'Deletes the events that a changed connection no longer sees, in batches.';

export const exceptions = {
  'auth.accounts': { connections: join, locations: join, places: join, suspensions: ownColumns },
  'auth.users': {
    ...{ accounts: join, clients: join, connections: join, places: join, sessions: join },
    passwords: ownColumns,
  },
  'auth.locations': { accounts: join, connections: join, places: join, suspensions: ownColumns },
  'auth.clients': { connections: join },
  'auth.connections': { accounts: join, places: join },
  'catalog.images': { uploads: lock },
  'catalog.catalog_parts': { parts: join },
  'catalog.catalog_refs': { inventory: join },
  'catalog.catalog_part_lists': { parts: join },
  'customers.customer_lists': { customers: join },
  'customers.customers': { 'customer-lists': cascade, 'customer-orders': lock, 'customer-search': search },
  'customers.loyalty_operations': { 'customer-lists': cascade },
  'customers.loyalty_cards': { 'customer-lists': cascade, customers: join },
  'customers.customer_orders': { 'customer-lists': cascade },
  'customers.customer_private_refs': { 'customer-lists': cascade, 'customer-search': search },
  'events.callbacks': { connections: lock, events: hotPath, overview, pushing: hotPath, visibility: hidden },
  'events.removed_callbacks': { connections: lock, housekeeping: cascade },
  'events.events': { housekeeping: cascade, overview, pushing: hotPath, visibility: hidden },
  'events.connections': { events: hotPath, overview, pushing: hotPath, visibility: hidden },
  'events.changes': { housekeeping: cascade, overview, pushing: hotPath, visibility: hidden },
  'events.forgotten_customers': { housekeeping: cascade },
  'events.dropped_events': { housekeeping: cascade, overview },
};
