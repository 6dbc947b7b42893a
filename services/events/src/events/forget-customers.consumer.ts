import { consumer } from '@order-hub/shared/consumer';
import type { Repeating } from '@order-hub/shared/repeating';
import { insertForgotten } from './forgotten.store.ts';

type Deps = { scrubbing: Pick<Repeating, 'wake'> };

/** Marks customers who were anonymised: later changes are stored without their personal data, and the stored ones follow. */
export const forgetCustomers = consumer('customer.anonymised', async (messages, { scrubbing }: Deps, trx) => {
  await insertForgotten(
    trx,
    messages.map(({ body }) => body.customer_id),
  );
  return scrubbing.wake;
});
