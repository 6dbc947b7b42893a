import type { lookUpSession as call } from '@order-hub/shared/auth-calls';
import type { Context } from '@order-hub/shared/caller';
import type { Database } from '@order-hub/shared/database';
import { notFound } from '@order-hub/shared/errors';
import type { SigningKey } from '@order-hub/shared/signing-keys';
import { signUserToken } from '@order-hub/shared/user-token';
import type { LoggedInUser, PlaceIds } from '@order-hub/pages/visit';
import type { z } from 'zod';
import { limitForms } from '../attempts/limit-forms.ts';
import { lookUpUserPlace } from '../places/find-user-place.ts';
import { findSession } from './find-session.ts';
import { handleOf } from './session.ts';

type Deps = { db: Database; signingKey: SigningKey; formsPerMinute: number };

/** Without a second factor an operator acts as any other user (docs/api/back-office.md#second-factors). */
const isOperating = (user: LoggedInUser) => user.is_operator && user.has_second_factor;

/** No place, nor a role in the user token, where the user needs a second factor first. */
async function placeOf(db: Database, user_id: string, ids: PlaceIds) {
  const { needs_second_factor = false, ...place } = (await lookUpUserPlace(db, user_id, ids)) ?? {};
  return { needs_second_factor, place: needs_second_factor || !('role' in place) ? null : place };
}

/**
 * The user of a session, what the page is about, and the token by which other services know the user. Counts a form that the
 * user sends. Throws 404 when the session is over.
 */
export async function lookUpSession(
  { db, signingKey, formsPerMinute }: Deps,
  { now }: Context<null>,
  _params: object,
  { id_digest, kind, ids, sends_form }: z.output<typeof call.body>,
) {
  const session = await findSession(db, id_digest, now);
  if (!session) throw notFound('Session');
  const { user, is_confirmed } = session;
  const form_wait_seconds = sends_form ? await limitForms(db, user.id, now, formsPerMinute) : 0;
  const { place, needs_second_factor } = await placeOf(db, user.id, ids);
  const principal = {
    kind: isOperating(user) ? kind : ('user' as const),
    user: { id: user.id, email: user.email },
    session: handleOf({ id_digest }),
    is_confirmed,
    place,
  };
  const user_token = await signUserToken(signingKey, principal);
  return { user, is_confirmed, form_wait_seconds, place, needs_second_factor, user_token };
}
