/**
 * Mails people about their apps with trouble (docs/api/back-office.md#apps-with-trouble). Events knows which apps have trouble; auth
 * asks it again and again, and keeps a mark of each trouble. Mark and mails are one transaction: a trouble is told once, by
 * whichever replica comes first, and also after a kill.
 */
import { transaction, type Database } from '@order-hub/shared/database';
import { serviceUnavailable } from '@order-hub/shared/errors';
import type { Ask } from '@order-hub/shared/internal-call';
import type { Log } from '@order-hub/shared/log';
import { startRepeating, type Repeating } from '@order-hub/shared/repeating';
import { listTrouble, type AppTrouble } from '@order-hub/shared/trouble-calls';
import { queueMail, type Mailing } from '../mails/queue-mail.ts';
import { leaveOutClosed } from './leave-out-closed.ts';
import { isLasting, troubleMail } from './trouble-mail.ts';
import { deleteOver, listUntold, updateTold, upsertTroubles } from './trouble.store.ts';
import { findTroubledApp, listConcerned } from './troubled-app.store.ts';

/** `lastingMs`: a trouble is told after it, and over after as long without it. */
type Deps = { db: Database; log: Log; now: () => Date; ask: Ask; mailing: Mailing; lastingMs: number };

const rounds = 10;

/** Queues the mails about a trouble, unless another replica did. */
const tell = ({ db, log, mailing }: Deps, trouble: AppTrouble, { began_at, now }: { began_at: Date; now: Date }) =>
  transaction(db, async (trx) => {
    if (!(await updateTold(trx, trouble, now))) return;
    const app = await findTroubledApp(trx, trouble);
    if (!app) return;
    let mails = 0;
    for (const { user_id, role } of await listConcerned(trx, { ...app, account_id: trouble.account_id })) {
      const mail = troubleMail(trouble, { app, began_at, role });
      if (await queueMail(trx, mailing, { now, to: { user_id } }, mail)) mails += 1;
    }
    const { connection_id, account_id, kind } = trouble;
    log.info({ connection_id, account_id, kind, mails }, 'trouble told by mail');
  });

/** Marks these troubles, and tells those that have lasted and were not told. */
async function heed(deps: Deps, trouble: readonly AppTrouble[], now: Date): Promise<void> {
  if (trouble.length === 0) return;
  await upsertTroubles(deps.db, trouble, now);
  const byId = new Map(trouble.map((one) => [one.connection_id, one]));
  for (const { connection_id, began_at } of await listUntold(deps.db, trouble)) {
    const one = byId.get(connection_id);
    if (one && isLasting(one, { began_at, now, lastingMs: deps.lastingMs })) await tell(deps, one, { began_at, now });
  }
}

/** One round over all accounts. What it did not see is over; nothing is while events does not answer. */
async function announceTrouble(deps: Deps, signal: AbortSignal): Promise<void> {
  const now = deps.now();
  for (let after: string | null = ''; after !== null;) {
    if (signal.aborted) return;
    const part: { trouble: AppTrouble[]; next: string | null } | undefined = await deps.ask(listTrouble, {
      params: {},
      body: { after },
    });
    if (!part) throw serviceUnavailable(listTrouble.unavailable);
    await heed(deps, await leaveOutClosed(deps.db, part.trouble, now), now);
    after = part.next;
  }
  await deleteOver(deps.db, { untold: now, told: new Date(now.getTime() - deps.lastingMs) });
}

/** Looks ten times in `lastingMs`. */
export const startAnnouncingTrouble = (deps: Deps): Repeating =>
  startRepeating({
    work: (signal) => announceTrouble(deps, signal),
    everyMs: deps.lastingMs / rounds,
    log: deps.log,
    messages: { failing: 'apps with trouble are not known at the moment', well: 'apps with trouble are known again' },
  });
