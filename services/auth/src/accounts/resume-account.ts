import type { Database } from '@order-hub/shared/database';
import { setAccountSuspension } from './suspend-account.ts';

/** Ends the suspension of an account. Throws 404. */
export const resumeAccount = ({ db }: { db: Database }, id: string) => setAccountSuspension(db, id, null);
