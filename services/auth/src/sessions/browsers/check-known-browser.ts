import type { Database } from '@order-hub/shared/database';
import { hasKnownBrowser } from './known-browser.store.ts';

/** Whether the user with this email address has logged in with this browser before. */
export const isKnownBrowser = (
  db: Database,
  { email_key, browser_digest }: { email_key: string; browser_digest: string },
): Promise<boolean> => hasKnownBrowser(db, email_key, browser_digest);
