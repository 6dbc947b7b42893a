import { unsupportedResponseType } from '../../oauth/oauth-error.ts';
import { onlyValue, type Parameters } from '../../authorization-requests/parameters.ts';

/** There is only one response type, so it may be left out. Throws unsupported_response_type. */
export function checkResponseType(parameters: Parameters): void {
  const response_type = onlyValue(parameters, 'response_type') ?? 'code';
  if (response_type !== 'code') throw unsupportedResponseType('The only response_type is code');
}
