/** Identifies who sent a request to an endpoint: a connection, a principal, another service, or anyone. */
import type { Request, Response } from 'express';
import { timingSafeEqual } from 'node:crypto';
import type { Log } from '../process/log.ts';
import type { VerifyingKeys } from '../process/settings/signing-keys.ts';
import { callerTokenHeader, callerVerifier } from '../tokens/caller-token.ts';
import type { Caller } from '../tokens/caller.ts';
import { digest } from '../tokens/encryption.ts';
import { keyHolder, type Principal, type PrincipalKind } from '../tokens/principal.ts';
import { serviceTokenHeader, serviceVerifier } from '../tokens/service-token.ts';
import { assertRole, callerOfUser } from '../tokens/user-caller.ts';
import { userTokenHeader, verifyUserToken } from '../tokens/user-token.ts';
import { forbidden, unauthorized } from '../values/errors.ts';
import { auditOperator } from './audit.ts';
import type { Endpoint } from './endpoint.ts';

type Verifiers = {
  verifyCaller: ReturnType<typeof callerVerifier>;
  verifyService: ReturnType<typeof serviceVerifier>;
};

/** For all endpoints of a process: a token is verified once, and the caches allocate all their entries at the start. */
export const openVerifiers = (keys: VerifyingKeys, service: string): Verifiers => ({
  verifyCaller: callerVerifier(keys, service),
  verifyService: serviceVerifier(keys, service),
});

/** What identifying a sender needs of the process. */
type Host = {
  verifyingKeys: VerifyingKeys;
  verifiers: Verifiers;
  operatorKeys?: readonly string[] | undefined;
  log: Log;
};

/** Who sent a request: a connection, a principal, or (for a public or internal endpoint) neither. */
export type Sender = { caller: Caller | null; principal: Principal | null };

type Authenticate = (req: Request, requestId: string) => Promise<Sender> | Sender;

const nobody: Sender = { caller: null, principal: null };

/** The operator key in the header; undefined if it is none. */
function operatorKeyIn(keys: readonly string[], authorization = ''): string | undefined {
  const [, given = ''] = /^Bearer +(.+)$/i.exec(authorization) ?? [];
  return keys.find((key) => timingSafeEqual(Buffer.from(digest(given)), Buffer.from(digest(key))));
}

/** Logs every request with an operator key, including a wrong one. Throws unauthorized. */
function authenticateOperator(req: Request, requestId: string, { operatorKeys = [], log }: Host): Principal {
  const key = operatorKeyIn(operatorKeys, req.get('authorization'));
  auditOperator(key ?? null, { req, res: req.res as Response, requestId, log });
  if (key !== undefined) return keyHolder;
  throw unauthorized('The management API needs the header Authorization: Bearer <HUB_OPERATOR_KEY>');
}

/** The holder of the operator key, or the principal for whom another service asks. Throws unauthorized and forbidden. */
function principalAuthenticator(host: Host, declared: Endpoint, kinds: readonly PrincipalKind[]): Authenticate {
  const { verifyService } = host.verifiers;
  const identify = async (req: Request, requestId: string): Promise<Principal> => {
    const serviceToken = req.get(serviceTokenHeader);
    if (host.operatorKeys !== undefined && !serviceToken) return authenticateOperator(req, requestId, host);
    assertCaller(declared, await verifyService(serviceToken));
    return verifyUserToken(host.verifyingKeys, req.get(userTokenHeader));
  };
  return async (req, requestId) => {
    const principal = await identify(req, requestId);
    if (!kinds.includes(principal.kind)) throw forbidden(`${kindNames[principal.kind]} may not do this`);
    if (principal.kind === 'user') assertRole(principal, declared.roles);
    return { caller: null, principal };
  };
}

const kindNames: Record<PrincipalKind, string> = { user: 'A user', operator: 'An operator' };

/** A connection, through the gateway; or a user of the back office, where the endpoint names roles. */
function callerAuthenticator({ verifyingKeys, verifiers }: Host, { roles }: Endpoint): Authenticate {
  const { verifyCaller, verifyService } = verifiers;
  return async (req) => {
    const userToken = req.headers[userTokenHeader];
    if (userToken === undefined || !roles) {
      return { caller: await verifyCaller(req.get(callerTokenHeader)), principal: null };
    }
    assertCaller({ callers: ['back-office'] }, await verifyService(req.get(serviceTokenHeader)));
    const principal = await verifyUserToken(verifyingKeys, req.get(userTokenHeader));
    assertRole(principal, roles);
    return { caller: callerOfUser(principal), principal };
  };
}

function assertCaller({ callers }: Pick<Endpoint, 'callers'>, from: string): void {
  if (!callers.some((name) => name === from)) throw unauthorized(`${from} may not call this endpoint`);
}

/** Chooses once per endpoint how its requests are authenticated. */
export function authenticator(host: Host, declared: Endpoint): Authenticate {
  const { access } = declared;
  if (typeof access === 'object' && 'principals' in access) {
    return principalAuthenticator(host, declared, access.principals);
  }
  if (access === 'internal') {
    const { verifyService } = host.verifiers;
    return async (req) => {
      assertCaller(declared, await verifyService(req.get(serviceTokenHeader)));
      return nobody;
    };
  }
  if (access === 'public') return () => nobody;
  return callerAuthenticator(host, declared);
}
