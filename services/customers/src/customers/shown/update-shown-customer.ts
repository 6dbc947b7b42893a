import { transaction, type Database } from '@order-hub/shared/database';
import type { CustomerView } from '@order-hub/shared/customer';
import type { CorrectableFields } from '@order-hub/shared/customer-page-calls';
import { invalidFields, notFound } from '@order-hub/shared/errors';
import type { PrincipalContext } from '@order-hub/shared/principal';
import type { CustomerPath, StoredFields } from '../customer.ts';
import { lockWritableCustomer, updateLockedCustomer } from '../update-customer.ts';
import { conflictingFields, correctedFields } from './correction.ts';
import { isUsable, userContext } from './open-user-context.ts';

/**
 * Corrects the fields that the user changed on a page. A field that somebody else has changed meanwhile is refused, and then
 * nothing changes. Throws 404, 403 and 422.
 */
export function updateShownCustomer(
  { db }: { db: Database },
  page: PrincipalContext,
  path: CustomerPath,
  given: { shown: CorrectableFields; corrected: CorrectableFields },
): Promise<CustomerView> {
  const ctx = userContext(page);
  return transaction(db, async (trx) => {
    const customer = await lockWritableCustomer(trx, ctx, path);
    if (!isUsable(ctx.caller, customer.list)) throw notFound('Customer');
    const conflicts = conflictingFields(JSON.parse(customer.fields) as StoredFields, given);
    if (conflicts.length > 0) throw invalidFields(conflicts);
    const { jsonText: text } = await updateLockedCustomer(trx, ctx, customer, correctedFields(given));
    return JSON.parse(text) as CustomerView;
  });
}
