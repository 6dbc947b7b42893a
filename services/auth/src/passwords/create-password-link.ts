import { newSecret } from '@order-hub/pages/secret';
import type { Database } from '@order-hub/shared/database';
import { digest } from '@order-hub/shared/encryption';
import { notFound } from '@order-hub/shared/errors';
import type { PrincipalContext } from '@order-hub/shared/principal';
import { formatTime } from '@order-hub/shared/times';
import { transactionOf } from '../acting/open-transaction.ts';
import { byPrincipal } from '../audit/audit.ts';
import { recordEntry } from '../audit/record-entry.ts';
import { newPasswordPath } from './paths.ts';
import { lockCredentials } from './credential.store.ts';
import { upsertPasswordLink } from './password-link.store.ts';

type Deps = { db: Database; publicUrl: string };

const hourMs = 60 * 60_000;

/** To the whole second, as it is shown. */
const hourAfter = (now: Date) => new Date(Math.floor((now.getTime() + hourMs) / 1_000) * 1_000);

/**
 * Creates a link with which a user sets a new password, once and within an hour. It replaces an older link
 * (docs/api/back-office.md#forgotten-passwords). Throws 404.
 */
export const createPasswordLink = (
  { db, publicUrl }: Deps,
  ctx: PrincipalContext,
  { user_id }: { user_id: string },
): Promise<{ url: string; expires_at: string }> =>
  transactionOf(db, ctx, async (trx) => {
    if (!(await lockCredentials(trx, user_id))) throw notFound('User');
    const token = newSecret();
    const expires_at = hourAfter(ctx.now);
    await upsertPasswordLink(trx, { user_id, token_digest: digest(token), expires_at });
    await recordEntry(trx, byPrincipal(ctx), { action: 'user.password_link', account_id: null, subject_id: user_id });
    return { url: `${publicUrl}${newPasswordPath}?token=${token}`, expires_at: formatTime(expires_at) };
  });
