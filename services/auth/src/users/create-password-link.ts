import { randomBytes } from 'node:crypto';
import type { Context } from '@order-hub/shared/caller';
import { transaction, type Database } from '@order-hub/shared/database';
import { digest } from '@order-hub/shared/encryption';
import { notFound } from '@order-hub/shared/errors';
import { formatTime } from '@order-hub/shared/times';
import { byOperator } from '../audit/audit.ts';
import { recordEntry } from '../audit/record-entry.ts';
import { upsertPasswordLink } from './password-link.store.ts';
import { lockUser } from './user.store.ts';

type Deps = { db: Database; publicUrl: string };

const hourMs = 60 * 60_000;

/** To the whole second, as it is shown. */
const hourAfter = (now: Date) => new Date(Math.floor((now.getTime() + hourMs) / 1_000) * 1_000);

/**
 * Makes a link with which a user sets a new password, once and within an hour. An older link of the user is worth nothing
 * from now on (docs/api/back-office.md#forgotten-passwords). Throws 404.
 */
export const createPasswordLink = ({ db, publicUrl }: Deps, ctx: Context<null>, user_id: string) =>
  transaction(db, async (trx) => {
    const user = await lockUser(trx, user_id);
    if (!user) throw notFound('User');
    const token = randomBytes(24).toString('hex');
    const expires_at = hourAfter(ctx.now);
    await upsertPasswordLink(trx, { user_id, token_digest: digest(token), expires_at });
    await recordEntry(trx, byOperator(ctx), { action: 'user.password_link', account_id: null, subject_id: user_id });
    return { url: `${publicUrl}/back-office/new-password?token=${token}`, expires_at: formatTime(expires_at) };
  });
