import { transaction, type Database } from '@order-hub/shared/database';
import type { CorrectableFields, CorrectionConflict } from '@order-hub/shared/customer-page-calls';
import { notFound } from '@order-hub/shared/errors';
import type { PrincipalContext } from '@order-hub/shared/principal';
import type { CustomerPath, StoredFields } from '../customer.ts';
import { lockWritableCustomer, updateLockedCustomer } from '../update-customer.ts';
import { conflictingFields, correctedFields } from './correction.ts';
import { isUsable, userContext } from './open-user-context.ts';

/**
 * Corrects the fields that the user changed on a page. Where somebody else has changed one of them meanwhile, nothing
 * changes, and it returns these fields. Throws 404, 403 and 422.
 */
export function updateShownCustomer(
  { db }: { db: Database },
  page: PrincipalContext,
  path: CustomerPath,
  given: { shown: CorrectableFields; corrected: CorrectableFields },
): Promise<{ conflicts: CorrectionConflict[] }> {
  const ctx = userContext(page);
  return transaction(db, async (trx) => {
    const customer = await lockWritableCustomer(trx, ctx, path);
    if (!isUsable(ctx.caller, customer.list)) throw notFound('Customer');
    const conflicts = conflictingFields(JSON.parse(customer.fields) as StoredFields, given);
    if (conflicts.length === 0) await updateLockedCustomer(trx, ctx, customer, correctedFields(given));
    return { conflicts };
  });
}
