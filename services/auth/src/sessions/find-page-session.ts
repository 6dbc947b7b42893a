import type { FindSession } from '@order-hub/pages/visit';
import type { Database } from '@order-hub/shared/database';
import { digest } from '@order-hub/shared/encryption';
import { findSession } from './find-session.ts';

/** Finds the sessions of visitors of auth's own pages. These ask no other service and are about no place. */
export const findPageSession =
  (db: Database): FindSession =>
  async (secret, _wanted, { now }) => {
    const session = await findSession(db, digest(secret), now);
    return session && { ...session, user_token: '', place: null };
  };
