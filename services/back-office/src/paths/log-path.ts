/** Where the delivery log and the request log of a connection are: for the owner of its account, and for the owner of its client. */
import type { PageLanguage } from '@order-hub/pages/page-language';
import { texts } from './texts.ts';
import type { WatchedConnection } from '@order-hub/shared/management/attempts';
import { clientPath, clientTrail } from './client-path.ts';
import { connectionPath, placeTrail } from './connection-path.ts';

/** In the client's path, the connection is not one of the user's own: its id has another name. */
export const logPaths = [
  '/back-office/connections/:connection_id/deliveries',
  '/back-office/clients/:client_id/connections/:client_connection_id/deliveries',
] as const;

export type LogPath = (typeof logPaths)[number];

type Speaking = { language: PageLanguage };

/** The ids in the path of a log. */
type LogParams = { connection_id: string } | { client_id: string; client_connection_id: string };

/** Whose log it is. `client_id`: the reader owns the client, and sees no personal data. */
export type Log = { connection_id: string; client_id: string | undefined };

export const logOf = (params: LogParams): Log =>
  'client_id' in params
    ? { connection_id: params.client_connection_id, client_id: params.client_id }
    : { connection_id: params.connection_id, client_id: undefined };

/** The page of a log. */
export const logPath = ({ connection_id, client_id }: Log): string =>
  client_id === undefined
    ? `${connectionPath(connection_id)}/deliveries`
    : `${clientPath(client_id)}/connections/${connection_id}/deliveries`;

/** Whom the events are for: to the owner of the account the app, to the owner of the app the place. */
export const receiverName = ({ client_id }: Log, connection: WatchedConnection): string =>
  (client_id === undefined ? connection.client_name : (connection.location_name ?? connection.account_name)) ??
  connection.id;

/** The parents of a log. */
export function logTrail({ client_id }: Log, connection: WatchedConnection, visit: Speaking) {
  const { client_name } = connection;
  return client_id === undefined
    ? [...placeTrail(connection, visit), { label: client_name, href: connectionPath(connection.id) }]
    : clientTrail({ id: client_id, name: client_name }, visit);
}

/** The parents of a page below a log. */
export const belowLog = (log: Log, connection: WatchedConnection, visit: Speaking) => [
  ...logTrail(log, connection, visit),
  { label: texts(visit)('delivery_log'), href: logPath(log) },
];

export const requestLogPaths = [
  '/back-office/connections/:connection_id/requests',
  '/back-office/clients/:client_id/connections/:client_connection_id/requests',
] as const;

export type RequestLogPath = (typeof requestLogPaths)[number];

/** The page of the request log of a connection. */
export const requestLogPath = ({ connection_id, client_id }: Log): string =>
  client_id === undefined
    ? `${connectionPath(connection_id)}/requests`
    : `${clientPath(client_id)}/connections/${connection_id}/requests`;

/** The page of the requests of all connections of a client. */
export const clientRequestsPath = (client_id: string): string => `${clientPath(client_id)}/requests`;

/** The parents of the page of a request. */
export const belowRequestLog = (log: Log, connection: WatchedConnection, visit: Speaking) => [
  ...logTrail(log, connection, visit),
  { label: texts(visit)('request_log'), href: requestLogPath(log) },
];
