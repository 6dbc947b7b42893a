/** Which limit refused a request. The metrics count it when the response is closed. */
import type { ServerResponse } from 'node:http';
import { ApiError } from '../../values/errors.ts';
import type { LimitName } from '../../values/limit-name.ts';
import { noted } from '../noted.ts';

const limits = noted<ServerResponse, LimitName>('limit');

/** Notes that an error refused the request, if a limit did. */
export function noteRefusal(res: ServerResponse, error: unknown): void {
  if (error instanceof ApiError && error.limit !== undefined) limits.set(res, error.limit);
}

export const refusedBy = (res: ServerResponse): LimitName | undefined => limits.get(res);
