import type { Queryable } from '@order-hub/shared/database';
import { noRequest } from '@order-hub/shared/message-cause';
import { record } from '@order-hub/shared/outbox';
import type { AnonymisedList } from '../../customer-lists/customer-list.ts';
import { insertAnonymised } from './anonymised-customer.store.ts';
import { customerAnonymised } from '../customer.events.ts';

/**
 * Announces customers of a deleted list to the services that have copies of their personal data, and marks them for the outbox.
 * Their own rows stay as they are: no reader sees them, and they are deleted soon.
 */
export async function announceAnonymised(
  trx: Queryable,
  { account_id, id: customer_list_id, client_id }: AnonymisedList,
  customer_ids: readonly string[],
): Promise<void> {
  const deleted = { account_id, customer_list_id, client_id, list_deleted: true };
  await insertAnonymised(trx, customer_ids);
  await record(trx, ...customer_ids.map((customer_id) => customerAnonymised({ ...deleted, customer_id }, noRequest)));
}
