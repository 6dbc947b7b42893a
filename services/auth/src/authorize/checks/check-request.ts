/** The checks of an authorisation request, in their order. */
import type { Database } from '@order-hub/shared/database';
import type {
  RequestedAccess,
  AuthorizationRequest,
  Destination,
} from '../../authorization-requests/authorization-request.ts';
import { checkChallenge } from './check-challenge.ts';
import { checkClient } from './check-client.ts';
import { checkLength, checkState } from './check-length.ts';
import { checkName } from './check-name.ts';
import { checkRedirectUri } from './check-redirect-uri.ts';
import { checkRepetition } from './check-repetition.ts';
import { checkResponseType } from './check-response-type.ts';
import { checkScope } from './check-scope.ts';
import { onlyValue, parametersOf } from '../../authorization-requests/parameters.ts';

/** `requireRegisteredRedirects`: clients without registered redirect URIs are refused. */
export type CheckDeps = { db: Database; requireRegisteredRedirects: boolean };

/** Who asks, and where the answer may go. Throws 400, which is shown to the user and never sent to a client. */
export async function checkDestination(
  { db, requireRegisteredRedirects }: CheckDeps,
  path: string,
): Promise<Destination> {
  const parameters = parametersOf(path);
  checkLength(path);
  const client = await checkClient(db, parameters);
  const redirect_uri = checkRedirectUri(client, parameters, requireRegisteredRedirects);
  return { client, redirect_uri, state: onlyValue(parameters, 'state') ?? null };
}

/** The access that is asked for. Throws the errors of RFC 6749, 4.1.2.1, which are shown to the user. */
export function checkRequestedAccess(path: string): RequestedAccess {
  const parameters = parametersOf(path);
  checkRepetition(parameters);
  checkState(parameters);
  checkResponseType(parameters);
  return {
    scope: checkScope(parameters),
    name: checkName(parameters),
    code_challenge: checkChallenge(parameters),
  };
}

/** Both. Throws 400. */
export const checkRequest = async (deps: CheckDeps, path: string): Promise<AuthorizationRequest> => ({
  ...(await checkDestination(deps, path)),
  ...checkRequestedAccess(path),
});
