import type { Queryable } from '@order-hub/shared/database';
import { digest } from '@order-hub/shared/encryption';
import { queueMail, type Mailing } from '../../mails/queue-mail.ts';
import type { BrowserContext } from '../browser-context.ts';
import { openSessionIn, type NewSession } from '../open-session.ts';
import { browserName } from '../../audit/browser-name.ts';
import { isBrowserOf } from './known-browser.store.ts';

/** Opens a session as `openSessionIn` does, of a user who logs in, and mails the user about a browser that is not known. */
export async function openLogInIn(
  trx: Queryable,
  mailing: Mailing,
  ctx: BrowserContext,
  session: NewSession,
): Promise<string> {
  const { user_id } = session;
  const { now, browser, userAgent, address, language } = ctx;
  const isKnown = !mailing.isOn || (await isBrowserOf(trx, user_id, digest(browser)));
  const secret = await openSessionIn(trx, ctx, session);
  if (!isKnown) {
    const facts = { browser: browserName(userAgent), address: address ?? '–' };
    const link = { path: '/back-office/profile/sessions' };
    await queueMail(
      trx,
      mailing,
      { now, to: { user_id, language } },
      { kind: 'new_browser', account_id: null, facts, link },
    );
  }
  return secret;
}
