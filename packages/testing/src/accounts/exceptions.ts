/**
 * Store functions whose statements leave an account out, and why: by service and file, the function with its reason; or with a
 * reason for some of its tables. Before you add one, ask whether its caller knows the account.
 */

const housekeeping = 'Works through the rows of all accounts, in batches.';
const due = 'Takes what is due or waits, of whichever account.';
const bySecret = 'The client presents only a secret: its row tells the account.';
const byId = 'The id in a path or a message is all that the caller knows. Whose it is comes from the row.';
const everyCallback = 'Auth asks for the apps with trouble of all accounts, and tells each account of its own.';
const ofUser = 'About one user, who may own several accounts, or none.';
const ofClient = 'About one client, which is connected to many accounts.';
const ofDeleted =
  'What an operator deletes is a client or a user, who may be in many accounts, or a place of one account.';
const operators = 'For operators, who see all accounts. An account is one of several filters.';
const oldChanges = 'Changes that were stored before migration 0011 have no account.';
const ofLease = 'By the ids of rows that a claim of the same process found.';
const noAccountInMark = 'The mark of an anonymised customer has no account.';
const ownIndex = 'With the account among its conditions, PostgreSQL would choose another index.';

const keptReplyStore = 'packages/shared/src/data/kept-replies/kept-reply.store.ts';
const keptReplies = { [keptReplyStore]: { deleteKeptBefore: housekeeping, dropLargeAnswers: housekeeping } };
const keptAboutCustomers = {
  [keptReplyStore]: { ...keptReplies[keptReplyStore], dropAnswersAbout: noAccountInMark },
};

type Reasons = Record<string, Record<string, string | Record<string, string>>>;

const orders: Reasons = {
  ...keptAboutCustomers,
  'services/orders/src/customers/anonymised-customer.store.ts': { listUnfinished: due, deleteOldMarks: housekeeping },
};

const catalog: Reasons = {
  ...keptReplies,
  'packages/shared/src/placed-resources/deleted-resource.store.ts': { listDeletedRows: due },
  'services/catalog/src/current-catalogs/outdated-catalog.store.ts': { listOutdated: housekeeping },
  'services/catalog/src/images/image.store.ts': { deleteUnattached: housekeeping },
  'services/catalog/src/inventory/clearing/due-entry.store.ts': { lockDueInventories: due },
  'services/catalog/src/inventory/clearing/unused-stock.store.ts': { markUnusedStock: housekeeping },
  'services/catalog/src/inventory/sharing/unadopted-inventory.store.ts': { listUnadopted: due },
};

const customers: Reasons = {
  ...keptAboutCustomers,
  'packages/shared/src/placed-resources/deleted-resource.store.ts': { listDeletedRows: due },
  'services/customers/src/customer-lists/deleted/anonymised-list.store.ts': { lockAnonymisedList: due },
  'services/customers/src/customers/names/found-customer.store.ts': { findByText: ownIndex },
  'services/customers/src/customers/search/customer-search.store.ts': { findByTrigrams: ownIndex },
};

const events: Reasons = {
  ...keptAboutCustomers,
  'services/events/src/attempt-log/logged-attempt.store.ts': { clearAnswersAbout: noAccountInMark },
  'services/events/src/backlog/dropped-event.store.ts': {
    countDropped: operators,
    listDroppedRows: operators,
    replayDropped: operators,
  },
  'services/events/src/backlog/waiting-event.store.ts': { listAll: operators, listSome: operators },
  'services/events/src/callbacks/callback.store.ts': { deleteCallbacksOf: byId },
  'services/events/src/day-logs/day-log.store.ts': { hasOldRows: housekeeping, truncateSlot: housekeeping },
  'services/events/src/events/anonymising/anonymised-customer.store.ts': {
    listChangesOf: noAccountInMark,
    updateStates: noAccountInMark,
  },
  'services/events/src/events/event.store.ts': {
    findEvent: { changes: oldChanges },
    listEventSummaries: { changes: oldChanges },
  },
  'services/events/src/events/hidden/hidden.store.ts': {
    listUnchecked: due,
    deleteHiddenEvents: housekeeping,
    updateCheckedVersion: housekeeping,
  },
  'services/events/src/housekeeping/obsolete.store.ts': {
    deleteDroppedEvents: housekeeping,
    deleteUnusedChanges: housekeeping,
    hasReferences: housekeeping,
  },
  'services/events/src/order-figures/order-record.store.ts': { deleteOldOrders: housekeeping },
  'services/events/src/overview/refused-callbacks.store.ts': { listRefusedCallbacks: ofClient },
  'services/events/src/overview/trouble.store.ts': { findPartEnd: everyCallback, listPartTrouble: everyCallback },
  'services/events/src/overview/waiting-events.store.ts': {
    listWaitingEventRows: { changes: oldChanges, dropped_events: oldChanges },
  },
  'services/events/src/pushing/attempts/attempt.store.ts': { listAttempts: ofLease },
  'services/events/src/pushing/giving-up/given-up.store.ts': {
    countProbe: ofLease,
    dropLate: due,
    dropThrough: housekeeping,
    markBehind: housekeeping,
  },
  'services/events/src/pushing/results/result.store.ts': { dropEvents: ofLease, updateCallbacks: ofLease },
  'services/events/src/pushing/waiting/due-event.store.ts': { countBehind: due, countDue: due, listOldestDue: due },
  'services/events/src/request-log/logged-request.store.ts': { listRequestsOfClient: ofClient },
};

const auth: Reasons = {
  ...keptReplies,
  'packages/shared/src/data/reencrypt.ts': {
    countByKey: housekeeping,
    listSecrets: housekeeping,
  },
  'services/auth/src/accounts/account.store.ts': {
    listAllAccounts: operators,
    listUserAccounts: ofUser,
    listRequiringAccounts: { members: ofUser },
  },
  'services/auth/src/audit/audit.store.ts': { deleteEntriesBefore: housekeeping, listEntries: operators },
  'services/auth/src/connections/callers/connection-use.store.ts': { upsertUses: byId },
  'services/auth/src/connections/connection.store.ts': {
    raiseVersions: byId,
    findAnnounced: byId,
    findCaller: bySecret,
    listAllConnections: operators,
    lockConnection: byId,
    updateMarks: byId,
  },
  'services/auth/src/connections/expiring/expiring-connection.store.ts': {
    updateExpiry: byId,
    findExample: byId,
    listLiveExamples: ofUser,
    listExpired: due,
  },
  'services/auth/src/connections/granting/existing-connection.store.ts': {
    findExisting: ofUser,
    countLiveConnections: ofUser,
    findGranted: byId,
  },
  'services/auth/src/connections/granting/grant.store.ts': { lockLocation: byId, replaceToken: byId },
  'services/auth/src/connections/user-connection.store.ts': {
    listConnectionsOfUser: ofUser,
    listLiveConnectionsOfUser: ofUser,
    listConnectionsOfClient: ofClient,
    countClientConnections: ofClient,
    findManagedConnection: byId,
  },
  'services/auth/src/connections/watching/watched-connection.store.ts': {
    findWatchedRow: byId,
    listPlaceNames: ofClient,
  },
  'services/auth/src/deletions/attached.store.ts': {
    listLiveConnections: ofDeleted,
    hasOpenShop: ofDeleted,
    deleteConnections: ofDeleted,
    deleteMemberships: ofUser,
    deleteUserRows: ofUser,
    lockLocationWithPeople: byId,
  },
  'services/auth/src/history/history.store.ts': { listHistory: ofUser },
  'services/auth/src/members/invitations/invitation.store.ts': {
    findByToken: bySecret,
    takeByToken: bySecret,
    findInvitation: byId,
  },
  'services/auth/src/members/member.store.ts': {
    findMember: byId,
    lockMember: byId,
    lockMemberAt: byId,
    lockLocationOwner: byId,
    listWorkplaces: ofUser,
    listPeopleOfOwner: ofUser,
  },
  'services/auth/src/trouble/trouble.store.ts': { deleteOver: housekeeping },
  'services/auth/src/trouble/refusing-app.store.ts': { listOwnedApps: ofUser },
  'services/auth/src/locations/announced-timezone.store.ts': { listUnannounced: due },
  'services/auth/src/locations/location.store.ts': { lockManagedLocation: byId, lockDueLocations: due },
  'services/auth/src/locations/special-days/special-day.store.ts': { lockDueDays: due },
  'services/auth/src/locations/managed/managed-location.store.ts': {
    findManagedLocation: byId,
    listManagedLocations: ofUser,
    searchOwnedLocations: ofUser,
  },
  'services/auth/src/mails/mail.store.ts': {
    claimMails: due,
    deleteMail: ofLease,
    updateDueAt: ofLease,
    countWaiting: 'Counts the mails of all accounts that wait, up to a bound.',
  },
  'services/auth/src/oauth/code.store.ts': { takeCode: bySecret, deleteExpiredCodes: housekeeping },
  'services/auth/src/places/place-search.store.ts': { findLocationsLike: operators },
  'services/auth/src/places/user-place.store.ts': { findPlace: byId, listRoles: ofUser },
  'services/auth/src/test-shops/test-shop.store.ts': {
    findShop: ofUser,
    lockShopPlace: ofUser,
    countOpenShops: 'Counts the shops of all users, up to the maximum of the hub.',
    lockShop: ofUser,
    updateShop: ofUser,
    endShop: ofUser,
    listOldShops: due,
  },
  'services/auth/src/test-shops/visits/visit.store.ts': { claimShops: due, keepShop: ofLease },
  'services/auth/src/today/today.store.ts': { listOwnLocations: ofUser },
  'services/auth/src/suspensions/suspension.store.ts': { lockLocation: byId, updateLocation: byId },
};

export const exceptions: Record<string, Reasons> = { auth, catalog, customers, events, orders };

/** Store functions of auth that only the tests of the back office run. They run over auth, and check its statements too. */
export const runByBackOffice: readonly string[] = [
  'services/auth/src/accounts/account.store.ts listUserAccounts',
  'services/auth/src/clients/client.store.ts listUserClients',
  'services/auth/src/connections/user-connection.store.ts listLiveConnectionsOfUser',
  'services/auth/src/places/place-search.store.ts findNewestAccounts',
  'services/auth/src/places/user-place.store.ts findPlace',
  'services/auth/src/sessions/session.store.ts deleteSessionWith',
];
