/**
 * Anonymises customers in a service that stores their personal data (docs/api/customers.md#anonymisation): mark, then clean
 * in batches. One short transaction marks the customer; from then on the service stores their data anonymised. A background
 * loop anonymises what was stored before.
 *
 * The marks are rows of `forgotten_customers`: the table's name is older than the word.
 */
import type { Database, Queryable } from '../data/database.ts';
import { dropAnswersAbout } from '../data/kept-replies/kept-reply.store.ts';
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
 * Locks the marks of customers until the transaction ends, to insert them. Waits for all that hold them shared: data is
 * committed either before the mark, and the loop finds it, or after it, and is anonymised.
 */
export async function lockMarks(trx: Queryable, customer_ids: readonly string[]): Promise<void> {
  await trx.query(lockQuery('lock-marks', 'pg_advisory_xact_lock', customer_ids));
}

/**
 * Keeps customers from being marked until the transaction ends, to store their data. Read the marks in a statement of its
 * own afterwards: its snapshot must be younger than the locks.
 */
export async function lockMarksShared(trx: Queryable, customer_ids: readonly string[]): Promise<void> {
  await trx.query(lockQuery('lock-marks-shared', 'pg_advisory_xact_lock_shared', customer_ids));
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
   * Anonymises some of the customers' rows, those with the lowest ids above `after`, in one transaction. Returns the last
   * one's id; null when no row was left. Not needed where the outbox alone holds such data.
   */
  anonymiseBatch?(customers: readonly Customer[], after: string): Promise<string | null>;
  /** Records that nothing of these customers is left to anonymise. */
  finish(db: Database, customers: readonly Customer[], at: Date): Promise<void>;
};

type Work<Customer> = (customers: readonly Customer[]) => Promise<void>;

/** Runs `work` for one customer after the other. Returns those for whom it succeeded, and the errors of the others. */
async function attemptEach<Customer>(customers: readonly Customer[], work: Work<Customer>) {
  const done: Customer[] = [];
  const errors: Error[] = [];
  for (const customer of customers) {
    try {
      await work([customer]);
      done.push(customer);
    } catch (error) {
      errors.push(error as Error);
    }
  }
  return { done, errors };
}

/** Runs `work` for all customers together and, if that fails, for each. */
async function attemptAll<Customer>(customers: readonly Customer[], work: Work<Customer>) {
  try {
    await work(customers);
    return { done: customers, errors: [] };
  } catch {
    return attemptEach(customers, work);
  }
}

/**
 * Anonymises what is stored of marked customers: at once when woken, and whatever an earlier process left undone. A customer
 * who cannot be anonymised does not hold up the others. An interrupted round starts again: anonymising twice changes nothing.
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
        const { done, errors } = await attemptAll(customers, async (some) => {
          let after: string | null = '';
          while (after !== null && !signal.aborted) after = await anonymiseBatch(some, after);
        });
        if (customers.length === 0 || signal.aborted) return;
        if (done.length > 0) {
          const ids = done.map(({ customer_id }) => customer_id);
          await anonymiseOutbox(db, ids);
          await dropAnswersAbout(db, ids);
          await finish(db, done, now());
        }
        const [firstError] = errors;
        if (firstError) throw firstError;
      }
    },
    everyMs: 10_000,
    log,
    messages: { failing: 'customers cannot be anonymised at the moment', well: 'customers are anonymised again' },
  });
