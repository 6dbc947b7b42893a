/** One line for each request, at info (docs/logs.md#access-lines). Hot: runs for every request. Benchmark: `npm run bench -- observing`. */
import type { ServerResponse } from 'node:http';
import type { Log } from '../../process/log.ts';
import type { Caller } from '../../tokens/caller.ts';
import { noted } from '../noted.ts';

/** Who sent a request, if that is known. */
type Sender = Pick<Caller, 'client_id' | 'connection_id' | 'account'>;

const senders = noted<ServerResponse, Sender>('sender');

/** Notes who sent a request, for its line. */
export const noteSender = (res: ServerResponse, sender: Sender): void => senders.set(res, sender);

export const senderOf = (res: ServerResponse): Sender | undefined => senders.get(res);

/**
 * A finished request. `route`: a declared path, never one with ids or with what a client wrote. `bytes`: of the response, with
 * its head.
 */
export type AccessLine = {
  request_id: string;
  /** The id that the client gave its request. */
  client_request_id?: string | undefined;
  method: string | undefined;
  route: string;
  ms: number;
  bytes: number;
};

/** Writes the line of a finished request. Its status is null when the client left before the answer. */
export type LogAccess = (res: ServerResponse, line: AccessLine, sender: Sender | undefined) => void;

/**
 * Writes access lines without redaction, which takes ten times as long as the line: none of its fields holds what a client
 * wrote, except ids of a limited form.
 */
export function accessLogger(log: Log): LogAccess {
  const unredacted = log.child({}, { redact: [] });
  return (res, line, sender) =>
    unredacted.info(
      {
        request_id: line.request_id,
        client_request_id: line.client_request_id,
        method: line.method,
        route: line.route,
        status: res.headersSent ? res.statusCode : null,
        ms: Math.round(line.ms * 10) / 10,
        bytes: line.bytes,
        client_id: sender?.client_id,
        connection_id: sender?.connection_id,
        account_id: sender?.account?.id,
      },
      'request',
    );
}
