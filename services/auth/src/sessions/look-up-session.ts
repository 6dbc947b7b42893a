import type { lookUpSession as call } from '@order-hub/shared/auth-calls';
import type { Context } from '@order-hub/shared/caller';
import type { Database } from '@order-hub/shared/database';
import { notFound } from '@order-hub/shared/errors';
import { signUserToken } from '@order-hub/shared/user-token';
import type { z } from 'zod';
import { findUserPlace } from '../places/find-user-place.ts';
import { findSession } from './find-session.ts';

type Deps = { db: Database; internalKeys: readonly string[] };

/**
 * The user of a session, what the page is about, and the token by which other services know the user. Throws 404 when the
 * session is over.
 */
export async function lookUpSession(
  { db, internalKeys }: Deps,
  { now }: Context<null>,
  _params: object,
  { id_digest, kind, ids }: z.output<typeof call.body>,
) {
  const session = await findSession(db, id_digest, now);
  if (!session) throw notFound('Session');
  const { user, is_confirmed } = session;
  const place = await findUserPlace(db, user.id, ids);
  const principal = {
    kind: user.is_operator ? kind : ('user' as const),
    user: { id: user.id, email: user.email },
    is_confirmed,
    place,
  };
  return { user, is_confirmed, place, user_token: await signUserToken(internalKeys, principal) };
}
