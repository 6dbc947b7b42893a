import { invalidRequest } from '../../oauth/oauth-error.ts';
import type { Parameters } from '../../authorization-requests/parameters.ts';

/** Throws invalid_request for a repeated parameter, which is ambiguous. */
export function checkRepetition(parameters: Parameters): void {
  for (const [name, { length }] of parameters) {
    if (length > 1) throw invalidRequest(`The parameter ${name.slice(0, 80)} is given twice`);
  }
}
