/**
 * Features whose stores name a table that belongs to another feature, and why: `service.table`, then the feature with its
 * reasons. Each is a debt or a price: before you add one, ask whether a use case of the owner would do.
 */

const join = 'Joins it, because the caller needs rows of both from one snapshot, in one round trip.';
const reads =
  'Reads rows that the owner only writes: a use case of the owner would pass its call on, and do nothing else.';
const cascade = 'Deletes what belongs to a deleted parent, in batches, children first.';
const expires = 'Deletes rows by their age, in batches.';
const unused = 'Deletes rows that nothing refers to any more, in batches.';
const lock = 'Locks its row, so that what it writes beside it stays true.';
const hotPath = 'Runs for every event: one statement reads and writes all that it takes.';
const ownColumns = 'Owns columns of the row: it alone updates them.';
const splices = 'Replaces rows of parts together with their texts in the document (decision 86).';
const attaches = 'Attaches and detaches images: it alone updates when they became unattached.';
const replays = 'Moves dropped events back, so that each is dropped or waits, never both or twice.';
const names =
  'Reads names by their ids. A use case of the owner would make a cycle: each owner records its changes in the audit.';
const overview = 'Counts and lists what waits, for pages and operators. It writes nothing.';

const acts = 'Locks what gives somebody the right to act, in the transaction of what they do.';

const deletion =
  'Locks and deletes a client, a user, an account or a location with all that belongs to it: one file shows that nothing is forgotten.';

const contents = { 'deleted-catalogs': cascade };

export const exceptions = {
  'auth.accounts': {
    ...{
      connections: [join, lock],
      locations: join,
      members: [join, lock],
      places: join,
      'test-shops': join,
      today: join,
      trouble: join,
    },
    suspensions: ownColumns,
    deletions: deletion,
  },
  'auth.audit_entries': { history: join },
  'auth.sessions': { acting: acts },
  'auth.refused_log_ins': { deletions: deletion },
  'auth.users': {
    ...{ accounts: join, audit: names, clients: [join, lock], connections: join, members: join, places: join },
    ...{ history: join, sessions: join, 'test-shops': join, trouble: join },
    passwords: ownColumns,
    'second-factor': [ownColumns, lock],
    acting: acts,
    deletions: deletion,
  },
  'auth.locations': {
    ...{ accounts: join, audit: names, connections: [join, lock], members: join, places: join },
    ...{ 'test-shops': join, today: join, trouble: [join, reads] },
    suspensions: ownColumns,
    deletions: deletion,
  },
  'auth.clients': { audit: names, connections: [join, lock], today: join, trouble: join, deletions: deletion },
  'auth.connections': {
    ...{ accounts: join, audit: names, places: join, 'test-shops': join, today: join, trouble: join },
    deletions: deletion,
  },
  'auth.connection_uses': { 'test-shops': join, today: join, trouble: join, deletions: deletion },
  'auth.members': {
    ...{ accounts: join, locations: join, places: join, today: join, trouble: join },
    ...{ acting: acts, deletions: deletion },
  },
  'auth.test_shops': { trouble: join, deletions: deletion },
  'auth.kept_secrets': { connections: join, deletions: deletion },
  ...Object.fromEntries(
    [
      ...['authorization_codes', 'invitations', 'known_browsers', 'listings', 'mails', 'recovery_codes'],
      ...['second_factors', 'special_days', 'troubles'],
    ].map((table) => [`auth.${table}`, { deletions: deletion }]),
  ),
  'catalog.images': { ...contents, uploads: attaches, catalogs: attaches },
  'catalog.location_stock': { menus: reads },
  'catalog.catalogs': { 'current-catalogs': join, inventory: [reads, join] },
  'catalog.location_timezones': { inventory: join },
  'catalog.inventories': contents,
  'catalog.inventory_entries': contents,
  'catalog.catalog_parts': {
    ...contents,
    parts: [reads, join],
    inventory: reads,
    menus: [reads, join],
    catalogs: splices,
  },
  'catalog.catalog_refs': { ...contents, inventory: [reads, join] },
  'catalog.catalog_part_lists': { ...contents, parts: join, menus: join },
  'catalog.catalog_documents': contents,
  'customers.customer_lists': { customers: [join, lock] },
  'customers.customers': { 'customer-lists': cascade, 'customer-orders': ownColumns },
  'customers.loyalty_operations': { 'customer-lists': cascade },
  'customers.loyalty_cards': { 'customer-lists': cascade, customers: join },
  'customers.customer_orders': { 'customer-lists': cascade },
  'customers.customer_private_refs': { 'customer-lists': cascade },
  'customers.customer_counts': { 'customer-lists': cascade },
  'orders.location_timezones': { orders: join },
  'events.callbacks': { backlog: join, events: [hotPath, join, ownColumns], overview, pushing: hotPath },
  'events.removed_callbacks': { housekeeping: unused },
  'events.events': { backlog: [overview, replays], housekeeping: cascade, overview, pushing: hotPath },
  'events.connections': { backlog: join, events: [hotPath, join], overview, pushing: hotPath },
  'events.changes': { backlog: join, housekeeping: unused, overview, pushing: hotPath },
  'events.dropped_events': { backlog: [overview, replays], housekeeping: expires, overview },
};
