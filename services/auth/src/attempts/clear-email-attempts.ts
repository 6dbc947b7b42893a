import type { Queryable } from '@order-hub/shared/database';
import { deleteAttemptsOfEmail } from './attempt.store.ts';
import { countersOfEmail } from './attempts.ts';

/** Forgets all attempts for an email address, from wherever, in the transaction of what makes that due. */
export const clearEmailAttempts = (trx: Queryable, email_key: string): Promise<void> =>
  deleteAttemptsOfEmail(trx, countersOfEmail(email_key));
