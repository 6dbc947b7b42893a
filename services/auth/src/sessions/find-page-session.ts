import type { FindSession } from '@order-hub/pages/visit';
import type { Database } from '@order-hub/shared/database';
import { digest } from '@order-hub/shared/encryption';
import { limitForms } from '../attempts/limit-forms.ts';
import { findSession } from './find-session.ts';

type Deps = { db: Database; formsPerMinute: number };

/** Finds the sessions of visitors of auth's own pages. These ask no other service and are about no place. */
export const findPageSession =
  ({ db, formsPerMinute }: Deps): FindSession =>
  async (secret, { sendsForm = false }, { now }) => {
    const session = await findSession(db, digest(secret), now);
    if (!session) return undefined;
    const form_wait_seconds = sendsForm ? await limitForms(db, session.user.id, now, formsPerMinute) : 0;
    return { ...session, form_wait_seconds, user_token: '', place: null, needs_second_factor: false };
  };
