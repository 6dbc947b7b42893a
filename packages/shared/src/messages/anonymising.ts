/**
 * Anonymises customers in a service that stores their personal data (docs/api/customers.md#anonymisation): mark, then clean
 * in batches. One short transaction marks the customer; from then on the service stores their data anonymised. A background
 * loop anonymises what was stored before.
 *
 * The marks are rows of `forgotten_customers`: the table's name is older than the word.
 */
import type { Database, Queryable } from '../data/database.ts';
import type { Log } from '../process/log.ts';
import { startRepeating, type Repeating } from '../process/repeating.ts';
import { anonymiseOutbox } from './outbox-anonymising.ts';

/** Sorted, so that two transactions with several customers cannot deadlock. */
const lockQuery = (name: string, lock: string, customer_ids: readonly string[]) => ({
  name,
  text: `select ${lock}(hashtextextended('customer:' || id, 0)) from unnest($1::text[]) as id`,
  values: [[...new Set(customer_ids)].sort()],
});

/**
 * Locks customers until the transaction ends, to mark them. Waits for all that hold them shared: data is committed either
 * before the mark, and the loop finds it, or after it, and is anonymised.
 */
export async function lockCustomers(trx: Queryable, customer_ids: readonly string[]): Promise<void> {
  await trx.query(lockQuery('lock-customers', 'pg_advisory_xact_lock', customer_ids));
}

/**
 * Keeps customers from being marked until the transaction ends, to store their data. Read the marks in a statement of its
 * own afterwards: its snapshot must be younger than the locks.
 */
export async function lockCustomersShared(trx: Queryable, customer_ids: readonly string[]): Promise<void> {
  await trx.query(lockQuery('lock-customers-shared', 'pg_advisory_xact_lock_shared', customer_ids));
}

/** Which of the customers are marked; no other one can be before the transaction ends. */
export type FindAnonymised = (trx: Queryable, customer_ids: readonly string[]) => Promise<Set<string>>;

type AnonymisingOptions<Customer> = {
  db: Database;
  now: () => Date;
  log: Log;
  /** Up to a hundred marked customers whose stored data may still be personal, longest waiting first. */
  listUnfinished(db: Database): Promise<readonly Customer[]>;
  /**
   * Anonymises some of a customer's rows, those with the lowest ids above `after`, in one transaction. Returns the last
   * one's id; null when no row was left. Not needed where the outbox alone holds such data.
   */
  anonymiseBatch?(customer: Customer, after: string): Promise<string | null>;
  /** Records that nothing of these customers is left to anonymise. */
  finish(db: Database, customers: readonly Customer[], at: Date): Promise<void>;
};

/**
 * Anonymises what is stored of marked customers: at once when woken, and whatever an earlier process left undone. An
 * interrupted round starts again: anonymising twice changes nothing.
 */
export const startAnonymising = <Customer extends { customer_id: string }>({
  db,
  now,
  log,
  listUnfinished,
  anonymiseBatch = () => Promise.resolve(null),
  finish,
}: AnonymisingOptions<Customer>): Repeating =>
  startRepeating({
    async work(signal) {
      for (;;) {
        const customers = await listUnfinished(db);
        for (const customer of customers) {
          let after: string | null = '';
          while (after !== null && !signal.aborted) after = await anonymiseBatch(customer, after);
        }
        if (customers.length === 0 || signal.aborted) return;
        await anonymiseOutbox(
          db,
          customers.map(({ customer_id }) => customer_id),
        );
        await finish(db, customers, now());
      }
    },
    everyMs: 10_000,
    log,
    messages: { failing: 'customers cannot be anonymised at the moment', well: 'customers are anonymised again' },
  });
