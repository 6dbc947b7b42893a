import { isChallenge } from '../../oauth/authorization-code.ts';
import { invalidRequest } from '../../oauth/oauth-error.ts';
import { onlyValue, type Parameters } from '../../authorization-requests/parameters.ts';

/** The PKCE challenge, if there is one; S256 only (docs/api/authentication.md#pkce). Throws invalid_request. */
export function checkChallenge(parameters: Parameters): string | null {
  const challenge = onlyValue(parameters, 'code_challenge');
  const method = onlyValue(parameters, 'code_challenge_method');
  if (challenge === undefined) {
    if (method !== undefined) throw invalidRequest('The parameter code_challenge is missing');
    return null;
  }
  if (method !== 'S256') throw invalidRequest('The code_challenge_method must be S256');
  if (!isChallenge(challenge)) throw invalidRequest('The code_challenge must have 43 characters of base64url');
  return challenge;
}
