import { newSecret } from '@order-hub/pages/secret';
import type { Database, Queryable } from '@order-hub/shared/database';
import { digest } from '@order-hub/shared/encryption';
import { invalid, notFound } from '@order-hub/shared/errors';
import { newId } from '@order-hub/shared/ids';
import { invitationDays, type Invitation } from '@order-hub/shared/management/invitations';
import type { MemberRole } from '@order-hub/shared/management/members';
import type { PrincipalContext } from '@order-hub/shared/principal';
import { transactionOf } from '../../acting/open-transaction.ts';
import { byPrincipal } from '../../audit/audit.ts';
import { recordEntry } from '../../audit/record-entry.ts';
import { findActingRole } from '../find-acting-role.ts';
import { mayPlace } from '../member.ts';
import { lockLocationOwner } from '../member.store.ts';
import { assertConfirmed } from '../../users/owner.ts';
import { assertMayAddOne, type Quotas } from '../../quotas.ts';
import type { Mailing } from '../../mails/queue-mail.ts';
import { joinPath, mailInvitation } from './send-invitation.ts';
import { clearAndCountPeople, insertInvitation } from './invitation.store.ts';

type Deps = { db: Database; quotas: Quotas; publicUrl: string; mailing: Mailing };
type Invited = { role: MemberRole; email: string | null };

const dayMs = 24 * 60 * 60_000;

/** Throws 404 for who may invite nobody here, and 422 for a role that only the owner gives. */
async function assertMayInvite(trx: Queryable, ctx: PrincipalContext, location_id: string, role: MemberRole) {
  const acting = await findActingRole(trx, ctx, location_id);
  if (acting === undefined || acting === 'kitchen') throw notFound('Location');
  if (!mayPlace(acting, role)) throw invalid('role', 'not_allowed', 'can be given by the owner only');
}

/**
 * Invites somebody to a location, by a link that works once within seven days. The owner invites everybody, a manager the
 * kitchen. Throws 404, 403 for a user who has not just entered the password, and 422 for a role that is not theirs to give and for a
 * quota that is used up.
 */
export const createInvitation = (
  { db, quotas, publicUrl, mailing }: Deps,
  ctx: PrincipalContext,
  { location_id }: { location_id: string },
  { role, email }: Invited,
): Promise<Invitation & { url: string }> =>
  transactionOf(db, ctx, async (trx) => {
    const place = await lockLocationOwner(trx, location_id);
    if (!place) throw notFound('Location');
    await assertMayInvite(trx, ctx, location_id, role);
    assertConfirmed(ctx);
    const { account_id, location_name } = place;
    const people = await clearAndCountPeople(trx, account_id, ctx.now);
    if (ctx.principal.kind === 'user') assertMayAddOne(quotas, 'peoplePerAccount', people);
    const token = newSecret();
    const invitation = {
      ...{ id: newId(ctx.now), account_id, location_id, role, email },
      invited_by: ctx.principal.user?.id ?? null,
      created_at: ctx.now,
      expires_at: new Date(ctx.now.getTime() + invitationDays * dayMs),
    };
    await insertInvitation(trx, { ...invitation, token_digest: digest(token) });
    const entry = { action: 'invitation.create', account_id, subject_id: location_id } as const;
    await recordEntry(trx, byPrincipal(ctx), { ...entry, details: { email, role, location: location_name } });
    if (email !== null) await mailInvitation(trx, mailing, ctx, { ...place, email, token });
    return { ...invitation, location_name, url: `${publicUrl}${joinPath}?token=${token}` };
  });
