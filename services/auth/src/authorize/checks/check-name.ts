import { hasAtMost } from '@order-hub/shared/texts';
import { invalidRequest } from '../../oauth/oauth-error.ts';
import { onlyValue, type Parameters } from '../../authorization-requests/parameters.ts';

const nameCharsMax = 255;

/** The name of a separate connection, if the client wants one (docs/api/authentication.md#connection-reuse). Throws invalid_request. */
export function checkName(parameters: Parameters): string | null {
  const name = onlyValue(parameters, 'name')?.trim() ?? '';
  if (!hasAtMost(name, nameCharsMax)) throw invalidRequest(`The name has more than ${nameCharsMax} characters`);
  if (name.includes('\u0000')) throw invalidRequest('The name contains the character U+0000');
  return name === '' ? null : name;
}
