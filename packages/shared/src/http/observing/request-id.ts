import type { IncomingMessage } from 'node:http';
import { newId } from '../../values/ids.ts';

/** The header in which the id of a request travels between processes, and to the receivers of events. */
const header = 'x-request-id';

/** The gateway's ids are shorter. A request that bypasses the gateway may have anything in its headers. */
const pattern = /^[\w.-]{1,64}$/;

/** The id that the gateway gave a request; an own one, always the same, for a request that bypassed the gateway. */
export function requestIdOf({ headers }: IncomingMessage): string {
  const given = headers[header];
  if (typeof given === 'string' && pattern.test(given)) return given;
  const id = newId();
  headers[header] = id;
  return id;
}
