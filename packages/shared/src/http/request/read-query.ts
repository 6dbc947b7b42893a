import type { Request } from 'express';
import type { z } from 'zod';
import { badRequest, invalidFields } from '../../values/errors.ts';
import type { Endpoint } from '../endpoint.ts';
import { fieldErrors, fieldErrorsOf } from '../response/field-errors.ts';

/** The query parameters. Throws 400 for a repeated parameter, which is ambiguous, and for U+0000. */
export function queryParameters(req: Request): Record<string, string> {
  const start = req.url.indexOf('?');
  const text = start < 0 ? '' : req.url.slice(start + 1);
  const parameters: Record<string, string> = Object.create(null) as Record<string, string>;
  for (const [name, value] of new URLSearchParams(text)) {
    if (name in parameters) throw badRequest(`The query parameter ${name} is given twice`);
    if (value.includes('\u0000')) throw badRequest(`The query parameter ${name} holds the character U+0000`);
    parameters[name] = value;
  }
  return parameters;
}

/** Whether a parameter is well-formed, but none of the values that it may have, such as an unknown status. */
const isUnknownValue = ({ code }: z.core.$ZodIssue) => code === 'invalid_value';

/** The parsed query. Throws 400 for a malformed value, 422 for an unknown one of a known set (docs/api/errors.md#query-parameters). */
export function readQuery({ query, takesQuery }: Endpoint, req: Request): Record<string, unknown> {
  if (!takesQuery) return {};
  const { success, data, error } = query.safeParse(queryParameters(req));
  if (success) return data;
  const [malformed] = fieldErrorsOf(error.issues.filter((issue) => !isUnknownValue(issue)));
  if (!malformed) throw invalidFields(fieldErrors(error));
  throw badRequest(`The query parameter ${malformed.field} ${malformed.message}`);
}
