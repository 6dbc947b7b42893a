import type { IncomingMessage } from 'node:http';
import { costHeader } from '@order-hub/shared/cost';
import type { PublicRequest } from '../request/public-request.ts';

const header = costHeader.toLowerCase();

/** Adds the processor time that a service reports in its response to what the request costs. */
export function noteCost(request: PublicRequest, { headers }: IncomingMessage): void {
  const reported = headers[header];
  if (reported === undefined) return;
  const ms = Number(reported);
  if (ms > 0 && ms < Infinity) request.costMs += ms;
}
