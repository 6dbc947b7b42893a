/** The page on which operators search. */
export const operatorPath = '/back-office/operator';

/** The audit of the whole hub. */
export const operatorAuditPath = `${operatorPath}/audit` as const;

/** The page of an account among those of operators. */
export const operatedAccountPath = (id: string) => `${operatorPath}/accounts/${id}`;

/** The apps that wait for the directory, and those that are in it. */
export const requestedListingsPath = `${operatorPath}/listings` as const;
export const listedAppsPath = `${operatorPath}/listed-apps` as const;

/** The page on which an operator decides about the listing of a client. */
export const decidedListingPath = (client_id: string, verb: 'approve' | 'remove') =>
  `${requestedListingsPath}/${client_id}/${verb}`;

/** What waits in the hub, and what was rejected or given up. */
export const backlogPath = `${operatorPath}/backlog` as const;
export const parkedMessagesPath = `${operatorPath}/parked-messages` as const;
export const droppedEventsPath = `${operatorPath}/dropped-events` as const;
