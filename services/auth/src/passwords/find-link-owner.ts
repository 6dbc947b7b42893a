import type { Database } from '@order-hub/shared/database';
import { digest } from '@order-hub/shared/encryption';
import { findLinkedUser } from './password-link.store.ts';

/** Whose link has this token; undefined when it is used, replaced or older than an hour. */
export const findLinkOwner = (db: Database, token: string, now: Date) => findLinkedUser(db, digest(token), now);
