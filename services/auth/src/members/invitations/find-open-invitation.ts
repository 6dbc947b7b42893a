import type { Database } from '@order-hub/shared/database';
import { digest } from '@order-hub/shared/encryption';
import { findByToken, type OpenInvitation } from './invitation.store.ts';

/** The invitation of a link; undefined when it was accepted, withdrawn, or is older than seven days. */
export const findOpenInvitation = (
  { db }: { db: Database },
  token: string,
  now: Date,
): Promise<OpenInvitation | undefined> => findByToken(db, digest(token), now);
