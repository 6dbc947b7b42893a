import type { Request } from 'express';
import type { z } from 'zod';
import { badRequest, invalidFields } from '../../values/errors.ts';
import type { Handling } from '../../tokens/caller.ts';
import { isForConnections, type Endpoint } from '../endpoint.ts';
import { fieldErrors, fieldErrorsOf } from '../response/field-errors.ts';
import { noteUnknown } from './handling.ts';
import { unknownName } from './known-fields.ts';

/** The query parameters. Throws 400 for a repeated parameter, which is ambiguous, and for U+0000. */
export function queryParameters(req: Request): Record<string, string> {
  const start = req.url.indexOf('?');
  const text = start < 0 ? '' : req.url.slice(start + 1);
  const parameters: Record<string, string> = Object.create(null) as Record<string, string>;
  for (const [name, value] of new URLSearchParams(text)) {
    if (name in parameters) throw badRequest(`The query parameter ${name} is given twice`, 'repeated_parameter');
    if (value.includes('\u0000')) throw badRequest(`The query parameter ${name} holds the character U+0000`);
    parameters[name] = value;
  }
  return parameters;
}

/** Whether a parameter is well-formed, but none of the values that it may have, such as an unknown status. */
const isUnknownValue = ({ code }: z.core.$ZodIssue) => code === 'invalid_value';

const unknownMax = 100;

/** Notes the parameters that the endpoint does not have. */
function noteUnknownParameters(names: Iterable<string>, { query: { shape } }: Endpoint, handling: Handling): void {
  const known = Object.keys(shape);
  const unknown = [...new Set(names)].filter((name) => !Object.hasOwn(shape, name)).slice(0, unknownMax);
  noteUnknown(
    handling,
    unknown.map((name) => unknownName(name, name, known)),
  );
}

const namesIn = (url: string) => new URLSearchParams(url.slice(url.indexOf('?') + 1)).keys();

/**
 * The parsed query, and unknown parameters as notes in `handling`. Throws 400 for a malformed value, 422 for an unknown one of
 * a known set (docs/api/errors.md#query-parameters).
 */
export function readQuery(declared: Endpoint, req: Request, handling: Handling): Record<string, unknown> {
  const { query, takesQuery } = declared;
  if (!takesQuery) {
    if (req.url.includes('?') && isForConnections(declared))
      noteUnknownParameters(namesIn(req.url), declared, handling);
    return {};
  }
  const parameters = queryParameters(req);
  if (isForConnections(declared)) noteUnknownParameters(Object.keys(parameters), declared, handling);
  const { success, data, error } = query.safeParse(parameters);
  if (success) return data;
  const [malformed] = fieldErrorsOf(error.issues.filter((issue) => !isUnknownValue(issue)));
  if (!malformed) throw invalidFields(fieldErrors(error));
  throw badRequest(`The query parameter ${malformed.field} ${malformed.message}`, 'malformed_parameter');
}
