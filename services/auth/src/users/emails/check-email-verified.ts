import type { Database } from '@order-hub/shared/database';
import { findUser } from '../user.store.ts';

/** Whether the address of a user is verified. */
export const isEmailVerified = async (db: Database, id: string): Promise<boolean> =>
  (await findUser(db, id))?.email_verified === true;
