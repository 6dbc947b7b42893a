import { invalidRequest } from '../oauth/oauth-error.ts';
import type { Parameters } from './parameters.ts';

/** A parameter that is given twice is ambiguous. Throws invalid_request. */
export function checkRepetition(parameters: Parameters): void {
  for (const [name, { length }] of parameters) {
    if (length > 1) throw invalidRequest(`The parameter ${name.slice(0, 80)} is given twice`);
  }
}
