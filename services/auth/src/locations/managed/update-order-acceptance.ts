import type { Database } from '@order-hub/shared/database';
import type { updateOrderAcceptance as call } from '@order-hub/shared/management/locations';
import { notFound } from '@order-hub/shared/errors';
import { locationOf, type PrincipalContext } from '@order-hub/shared/principal';
import { callerOfUser } from '@order-hub/shared/user-caller';
import type { z } from 'zod';
import { transactionOf } from '../../acting/open-transaction.ts';
import { lockOwnRole } from '../../acting/lock-own-role.ts';
import type { OrderAcceptance } from '../settings/order-acceptance.ts';
import { updateLocationIn } from '../update-location.ts';

type Input = z.output<typeof call.input>;

const secondMs = 1_000;
const minuteMs = 60 * secondMs;

/** To the whole second, as responses show it. */
const after = (minutes: number, now: Date) =>
  new Date(Math.floor((now.getTime() + minutes * minuteMs) / secondMs) * secondMs);

function acceptanceOf({ mode, minutes, extra_preparation_time }: Input, now: Date): OrderAcceptance {
  if (mode === 'normal') return { mode };
  const resume_at = after(minutes, now);
  return mode === 'busy' ? { mode, resume_at, extra_preparation_time } : { mode, resume_at, reason: null };
}

/**
 * Sets how orders are taken at the location of a page. In every role: those in the kitchen know best when it is too much. Throws
 * 404 when the page is about no location.
 */
export async function updateOrderAcceptance(
  { db }: { db: Database },
  ctx: PrincipalContext,
  _params: object,
  input: Input,
): Promise<Record<string, never>> {
  const { location_id } = locationOf(ctx);
  const { account, ...user } = callerOfUser(ctx.principal);
  if (!account) throw notFound('Location');
  const caller = { ...user, account };
  const update = { order_acceptance: acceptanceOf(input, ctx.now) };
  return transactionOf(db, ctx, async (trx) => {
    await lockOwnRole(trx, ctx);
    await updateLocationIn(trx, { ...ctx, caller }, location_id, update);
    return {};
  });
}
