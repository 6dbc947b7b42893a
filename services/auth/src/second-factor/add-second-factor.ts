import type { Queryable } from '@order-hub/shared/database';
import { invalid } from '@order-hub/shared/errors';
import { byUser } from '../audit/audit.ts';
import { recordEntry } from '../audit/record-entry.ts';
import type { SessionContext } from '../sessions/browser-context.ts';
import { closeAccess } from '../sessions/close-access.ts';
import { insertRecoveryCodes } from './recovery-codes/recovery-code.store.ts';
import { newRecoveryCodes } from './recovery-codes/recovery-code.ts';
import type { Mailing } from '../mails/queue-mail.ts';
import { announceFactor } from './announce-factor.ts';
import type { Quotas } from '../quotas.ts';
import { listFactors, lockUserOfFactors, updateSecondFactorSince } from './second-factor.store.ts';
import { factorEntry, type SecondFactor } from './second-factor.ts';

/**
 * Adds a second factor in the transaction `trx`; `insert` stores it. With the first one, the user gets recovery codes, which are
 * returned, and is logged out of every other browser, because only the password was proven there. Throws 422 for
 * more than the quota.
 */
export async function addSecondFactorIn(
  { trx, quotas, mailing }: { trx: Queryable; quotas: Quotas; mailing: Mailing },
  ctx: SessionContext,
  { kind, name }: Pick<SecondFactor, 'kind' | 'name'>,
  insert: () => Promise<void>,
): Promise<string[]> {
  const { user } = ctx.session;
  await lockUserOfFactors(trx, user.id);
  const { length: before } = await listFactors(trx, user.id);
  const max = quotas.secondFactorsPerUser;
  if (before >= max) throw invalid('name', 'too_many', `cannot be added: you may have ${max} second factors`);
  await insert();
  const by = byUser({ ...ctx, user });
  await recordEntry(trx, by, factorEntry('second_factor.add', { kind, name, user_id: user.id }));
  await announceFactor(
    trx,
    mailing,
    { now: ctx.now, user_id: user.id, language: ctx.language },
    { kind: 'second_factor_added', facts: { factor: name } },
  );
  if (before > 0) return [];
  await updateSecondFactorSince(trx, user.id, ctx.now);
  await closeAccess(trx, by, { user_id: user.id, kept: ctx.session });
  const codes = newRecoveryCodes();
  await insertRecoveryCodes(trx, user.id, codes);
  return codes;
}
