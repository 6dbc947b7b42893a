import type { Context } from '@order-hub/shared/caller';
import { transaction, type Database } from '@order-hub/shared/database';
import type { CorrectableFields } from '@order-hub/shared/customer-page-calls';
import { invalidFields } from '@order-hub/shared/errors';
import type { CustomerPath, StoredFields } from '../customer.ts';
import { lockWritableCustomer, updateLockedCustomer } from '../update-customer.ts';
import { conflictingFields, correctedFields } from './correction.ts';

/**
 * Corrects the fields that the user changed on a page. A field that somebody else has changed meanwhile is refused, and then
 * nothing changes. Throws 404, 403 and 422.
 */
export const updateShownCustomer = (
  { db }: { db: Database },
  ctx: Context,
  path: CustomerPath,
  given: { shown: CorrectableFields; corrected: CorrectableFields },
) =>
  transaction(db, async (trx) => {
    const customer = await lockWritableCustomer(trx, ctx, path);
    const conflicts = conflictingFields(JSON.parse(customer.fields) as StoredFields, given);
    if (conflicts.length > 0) throw invalidFields(conflicts);
    return updateLockedCustomer(trx, ctx, customer, correctedFields(given));
  });
