import type { Database } from '@order-hub/shared/database';
import { digest } from '@order-hub/shared/encryption';
import { hasVerification } from './verification.store.ts';

/** Whether a link with this token works: it was not used or replaced, and is not older than a day. */
export const isVerificationValid = (db: Database, token: string, now: Date) => hasVerification(db, digest(token), now);
