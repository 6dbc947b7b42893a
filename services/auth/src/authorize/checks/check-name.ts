import { isVisible, visibleMessage } from '@order-hub/shared/names';
import { hasAtMost } from '@order-hub/shared/texts';
import { invalidRequest } from '../../oauth/oauth-error.ts';
import { onlyValue, type Parameters } from '../../authorization-requests/parameters.ts';

const nameCharsMax = 255;

/** `device_id` is an older name of `name`. */
function givenName(parameters: Parameters): string {
  const [name, device_id] = [onlyValue(parameters, 'name'), onlyValue(parameters, 'device_id')];
  if (name !== undefined && device_id !== undefined && name !== device_id) {
    throw invalidRequest('The parameters name and device_id differ; send name alone');
  }
  return (name ?? device_id ?? '').trim();
}

/** The name of a separate connection, if the client wants one (docs/api/authentication.md#connection-reuse). Throws invalid_request. */
export function checkName(parameters: Parameters): string | null {
  const name = givenName(parameters);
  if (!hasAtMost(name, nameCharsMax)) throw invalidRequest(`The name has more than ${nameCharsMax} characters`);
  if (!isVisible(name)) throw invalidRequest(`The name ${visibleMessage}`);
  return name === '' ? null : name;
}
