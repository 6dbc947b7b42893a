import { newSecret } from '@order-hub/pages/secret';
import { transaction, type Database, type Queryable } from '@order-hub/shared/database';
import { digest } from '@order-hub/shared/encryption';
import { linkRequestCounter } from '../../attempts/attempts.ts';
import { countAttempt } from '../../attempts/limit-attempts.ts';
import { recordEntry } from '../../audit/record-entry.ts';
import { byNobody } from '../../audit/audit.ts';
import { hoursAfter, termsOf } from '../../mails/mail.ts';
import { queueMail, type Mailing } from '../../mails/queue-mail.ts';
import type { BrowserContext } from '../../sessions/browser-context.ts';
import { emailKey } from '../../users/user.ts';
import { lockCredentialsOf } from '../credential.store.ts';
import { newPasswordPath } from '../paths.ts';
import { upsertPasswordLink } from '../password-link.store.ts';

type Deps = { db: Database; mailing: Mailing };

const perAddressHour = 10;

async function sendIn(trx: Queryable, { mailing }: Deps, ctx: BrowserContext, user_id: string): Promise<void> {
  const { now, language } = ctx;
  const token = newSecret();
  const kind = 'password_link';
  const link = { path: `${newPasswordPath}?token=`, token };
  const isQueued = await queueMail(trx, mailing, { now, to: { user_id, language } }, { kind, account_id: null, link });
  // Beyond the limit the link that was mailed last stays valid.
  if (!isQueued) return;
  const expires_at = hoursAfter(now, termsOf(kind).hours);
  await upsertPasswordLink(trx, { user_id, token_digest: digest(token), expires_at });
  const entry = {
    action: 'user.password_link',
    account_id: null,
    subject_id: user_id,
    details: { by: 'mail' },
  } as const;
  await recordEntry(trx, byNobody(ctx), entry);
}

/**
 * Mails a link for a new password to the user with this address, at most three an hour. Whether there is such a user makes no
 * difference to the visitor. Throws 429 after many requests from one remote address.
 */
export async function sendPasswordLink(
  deps: Deps,
  ctx: BrowserContext,
  _params: object,
  { email }: { email: string },
): Promise<void> {
  if (!deps.mailing.isOn) return;
  await countAttempt(deps.db, ctx, [linkRequestCounter(ctx.address, ctx.now, perAddressHour)]);
  await transaction(deps.db, async (trx) => {
    const user_id = await lockCredentialsOf(trx, emailKey(email));
    if (user_id !== undefined) await sendIn(trx, deps, ctx, user_id);
  });
}
