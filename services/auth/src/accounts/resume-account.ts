import type { Database } from '@order-hub/shared/database';
import type { Actor } from '../audit/audit.ts';
import { setAccountSuspension } from './suspend-account.ts';

/** Ends the suspension of an account. Throws 404. */
export const resumeAccount = ({ db }: { db: Database }, by: Actor, id: string, reason?: string) =>
  setAccountSuspension(db, by, { id, suspended: false, reason });
