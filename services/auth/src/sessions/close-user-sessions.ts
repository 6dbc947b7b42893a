import type { Queryable } from '@order-hub/shared/database';
import { deleteUserSessions } from './session.store.ts';

/** Ends every session of a user, in the transaction of what makes that due. */
export const closeUserSessions = (trx: Queryable, user_id: string) => deleteUserSessions(trx, user_id);
