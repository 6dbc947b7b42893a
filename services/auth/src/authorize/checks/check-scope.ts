import { ApiError } from '@order-hub/shared/errors';
import { parseScope, type Scope } from '@order-hub/shared/scopes';
import { invalidRequest, invalidScope } from '../../oauth/oauth-error.ts';
import { onlyValue, type Parameters } from '../../authorization-requests/parameters.ts';

/** Throws invalid_request for a missing scope, and invalid_scope (docs/api/authentication.md#scopes). */
export function checkScope(parameters: Parameters): Scope {
  const scope = onlyValue(parameters, 'scope');
  if (scope === undefined) throw invalidRequest('The parameter scope is missing');
  try {
    return parseScope(scope);
  } catch (error) {
    throw error instanceof ApiError ? invalidScope(`The scope ${error.errors?.[0]?.message ?? 'is wrong'}`) : error;
  }
}
