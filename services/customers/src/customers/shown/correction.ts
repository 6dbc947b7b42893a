/** Corrections of a customer by a user who saw it on a page (docs/decisions/0089-customers-by-name.md). */
import type { CorrectableField, CorrectableFields, CorrectionConflict } from '@order-hub/shared/customer-page-calls';
import type { StoredFields } from '../customer.ts';

type Given = { shown: CorrectableFields; corrected: CorrectableFields };

/** The fields that the user changed; not those that others have changed since. */
export function correctedFields({ shown, corrected }: Given): CorrectableFields {
  const names = Object.keys(corrected) as CorrectableField[];
  return Object.fromEntries(
    names.filter((name) => corrected[name] !== shown[name]).map((name) => [name, corrected[name]]),
  );
}

/** The corrected fields that somebody else has changed to another value since the user saw them. */
export function conflictingFields(current: StoredFields, { shown, corrected }: Given): CorrectionConflict[] {
  const names = Object.keys(correctedFields({ shown, corrected })) as CorrectableField[];
  return names
    .filter((name) => current[name] !== (shown[name] ?? null) && current[name] !== (corrected[name] ?? null))
    .map((field) => ({ field, current: current[field] }));
}
