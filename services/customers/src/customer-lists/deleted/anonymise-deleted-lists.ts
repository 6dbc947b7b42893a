/**
 * Announces the customers of deleted lists as anonymised (docs/api/customers.md#deleted-lists), before their rows are deleted.
 * A batch is one transaction, so an interrupted run continues where it stopped. It waits for room in the outbox: a list of
 * 100,000 customers does not hold up the messages of others.
 */
import { transaction, type Database, type Queryable } from '@order-hub/shared/database';
import type { Log } from '@order-hub/shared/log';
import { outboxHasRoom } from '@order-hub/shared/outbox-room';
import { startRepeating, type Repeating } from '@order-hub/shared/repeating';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  findCustomersToAnnounce,
  lockAnonymisedList,
  moveToDeleted,
  updateAnnouncedTo,
} from './anonymised-list.store.ts';
import type { AnonymisedList } from '../customer-list.ts';

type Deps = {
  db: Database;
  log: Log;
  /** Announces customers of a list as anonymised. */
  announce(trx: Queryable, list: AnonymisedList, customer_ids: readonly string[]): Promise<void>;
  /** Called after each batch. */
  afterBatch(): void;
};

const noRoomMs = 100;
const everyMs = 10_000;

/** Announces the next customers, or hands over a list without any. Returns whether there was a list. */
const announceBatch = ({ db, announce }: Deps): Promise<boolean> =>
  transaction(db, async (trx) => {
    const list = await lockAnonymisedList(trx);
    if (!list) return false;
    const ids = await findCustomersToAnnounce(trx, list);
    const last = ids.at(-1);
    if (last === undefined) {
      await moveToDeleted(trx, list);
      return true;
    }
    await announce(trx, list, ids);
    await updateAnnouncedTo(trx, list, last);
    return true;
  });

/** Starts announcing: at once when woken, and regularly for what an earlier process left. */
export const startAnonymisingLists = (deps: Deps): Repeating =>
  startRepeating({
    async work(signal) {
      while (!signal.aborted) {
        if (!(await outboxHasRoom(deps.db))) await sleep(noRoomMs);
        else if (await announceBatch(deps)) deps.afterBatch();
        else return;
      }
    },
    everyMs,
    log: deps.log,
    messages: {
      failing: 'the customers of deleted lists cannot be anonymised at the moment',
      well: 'the customers of deleted lists are anonymised again',
    },
  });
