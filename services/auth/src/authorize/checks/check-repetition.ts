import { invalidRequest } from '../../oauth/oauth-error.ts';
import type { Parameters } from '../../authorization-requests/parameters.ts';
import { textStart } from '@order-hub/shared/text-start';

/** Throws invalid_request for a repeated parameter, which is ambiguous. */
export function checkRepetition(parameters: Parameters): void {
  for (const [name, { length }] of parameters) {
    if (length > 1) throw invalidRequest(`The parameter ${textStart(name, 80)} is given twice`);
  }
}
