import * as calls from '@order-hub/shared/auth-calls';
import type { Database } from '@order-hub/shared/database';
import { answerTo } from '@order-hub/shared/internal-call';
import type { SigningKey } from '@order-hub/shared/signing-keys';
import { listSessionRoles } from './list-session-roles.ts';
import { lookUpSession } from './look-up-session.ts';

type Deps = { db: Database; signingKey: SigningKey; formsPerMinute: number };

/** Sessions, for the back office. */
export const sessionEndpoints = [
  answerTo(calls.lookUpSession, ({ params, body }, ctx, deps: Deps) => lookUpSession(deps, ctx, params, body)),
  answerTo(calls.listSessionRoles, ({ params, body }, ctx, deps: Deps) => listSessionRoles(deps, ctx, params, body)),
];
