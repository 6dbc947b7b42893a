/** The end of a test shop: by its user, or when its time is over. Its account, orders and customers stay. */
import { transaction, type Database, type Queryable } from '@order-hub/shared/database';
import { notFound } from '@order-hub/shared/errors';
import type { Log } from '@order-hub/shared/log';
import type { PrincipalContext } from '@order-hub/shared/principal';
import { startClearing, type Repeating } from '@order-hub/shared/repeating';
import { transactionOf } from '../acting/open-transaction.ts';
import { byEarlierDecision, byPrincipal, type Actor } from '../audit/audit.ts';
import { recordEntry } from '../audit/record-entry.ts';
import { markConnectionIn } from '../connections/mark-connection.ts';
import { userIdOf } from '../users/owner.ts';
import { endShop, findShop, listOldShops } from './test-shop.store.ts';

type Run = <Result>(work: (trx: Queryable) => Promise<Result>) => Promise<Result>;

/** `run`: runs each step in a transaction. */
type ClosedBy = { run: Run; by: Actor; user_id: string; action: 'test_shop.end' | 'test_shop.expire' };

/** Disconnects the simulators first: what is interrupted can be repeated. Returns whether a shop was open. */
async function closeShop(db: Database, { run, by, user_id, action }: ClosedBy): Promise<boolean> {
  const shop = await findShop(db, user_id);
  if (!shop) return false;
  const marks = { disconnected_at: by.at };
  for (const id of [shop.till_id, shop.website_id]) {
    await run((trx) => markConnectionIn(trx, by, { id, owner_id: null }, { action: 'connection.disconnect', marks }));
  }
  return run(async (trx) => {
    const ended = await endShop(trx, user_id, by.at);
    if (!ended) return false;
    const { account_id, location_id: subject_id } = ended;
    await recordEntry(trx, by, { action, account_id, subject_id });
    return true;
  });
}

/** Ends the user's test shop. Throws 404 when it is not open. */
export async function closeTestShop({ db }: { db: Database }, ctx: PrincipalContext) {
  const isClosed = await closeShop(db, {
    run: (work) => transactionOf(db, ctx, work),
    by: byPrincipal(ctx),
    user_id: userIdOf(ctx),
    action: 'test_shop.end',
  });
  if (!isClosed) throw notFound('Test shop');
  return {};
}

const everyMs = 60_000;
const shopsMax = 20;

/** Ends up to 20 shops whose time is over, each as its user decided by opening it. Returns how many. */
async function closeOldShops(db: Database, now: Date): Promise<number> {
  const old = await listOldShops(db, now, shopsMax);
  for (const { user_id, email } of old) {
    await closeShop(db, {
      // eslint-disable-next-line hub/people-keep-their-right -- its time is over: nobody acts
      run: (work) => transaction(db, work),
      by: byEarlierDecision({ user_id, email }, now),
      user_id,
      action: 'test_shop.expire',
    });
  }
  return old.length;
}

export const startClosingOldShops = ({ db, log, now }: { db: Database; log: Log; now: () => Date }): Repeating =>
  startClearing({ what: 'old test shops', clear: () => closeOldShops(db, now()), everyMs, log });
