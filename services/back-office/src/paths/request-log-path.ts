/** Where the request log is: of a connection, for the owner of its account and for that of its client; and of a whole client. */
import type { WatchedConnection } from '@order-hub/shared/management/attempts';
import { clientPath } from './client-path.ts';
import { connectionPath } from './connection-path.ts';
import { logTrail, type Log } from './log-path.ts';

/** As those of the delivery log. */
export const requestLogPaths = [
  '/back-office/connections/:connection_id/requests',
  '/back-office/clients/:client_id/connections/:client_connection_id/requests',
] as const;

export type RequestLogPath = (typeof requestLogPaths)[number];

/** The page of the log of a connection. */
export const requestLogPath = ({ connection_id, client_id }: Log): string =>
  client_id === undefined
    ? `${connectionPath(connection_id)}/requests`
    : `${clientPath(client_id)}/connections/${connection_id}/requests`;

/** The page of the requests of all connections of a client. */
export const clientRequestsPath = (client_id: string): string => `${clientPath(client_id)}/requests`;

/** The parents of the page of a request. */
export const belowRequestLog = (log: Log, connection: WatchedConnection) => [
  ...logTrail(log, connection),
  { label: 'Request log', href: requestLogPath(log) },
];
