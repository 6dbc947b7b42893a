import type { Queryable } from '@order-hub/shared/database';
import { digest } from '@order-hub/shared/encryption';
import type { BrowserContext } from '../browser-context.ts';
import { deleteKnownBrowsers, upsertKnownBrowser } from './known-browser.store.ts';

/** Forgets the browsers in which a user has logged in, and makes this one known. */
export async function replaceKnownBrowsers(
  trx: Queryable,
  { browser, now }: Pick<BrowserContext, 'browser' | 'now'>,
  user_id: string,
): Promise<void> {
  await deleteKnownBrowsers(trx, user_id);
  await upsertKnownBrowser(trx, { user_id, browser_digest: digest(browser), seen_at: now }, 1);
}
