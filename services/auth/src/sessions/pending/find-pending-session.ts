import type { Database } from '@order-hub/shared/database';
import { digest } from '@order-hub/shared/encryption';
import type { BrowserContext } from '../browser-context.ts';
import { findPendingUser } from './pending-session.store.ts';

/** The user who has entered the right password in this browser and whose second factor is awaited. */
export const findPendingSession = (
  { db }: { db: Database },
  { browser, now }: Pick<BrowserContext, 'browser' | 'now'>,
): Promise<{ id: string; email: string } | undefined> => findPendingUser(db, digest(browser), now);
