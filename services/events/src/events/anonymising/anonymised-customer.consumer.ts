import { consumer } from '@order-hub/shared/consumer';
import type { Repeating } from '@order-hub/shared/repeating';
import { insertAnonymised } from './anonymised-customer.store.ts';

type Deps = { anonymising: Pick<Repeating, 'wake'> };

/** Marks anonymised customers: later changes are stored without their personal data; anonymise-changes.ts cleans earlier ones. */
export const markAnonymised = consumer('customer.anonymised', async (messages, { anonymising }: Deps, trx) => {
  await insertAnonymised(
    trx,
    messages.map(({ body }) => body),
  );
  return anonymising.wake;
});
