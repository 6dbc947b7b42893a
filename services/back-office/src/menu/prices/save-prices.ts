import type { UserVisit } from '@order-hub/pages/visit';
import { invalidFields, type FieldError } from '@order-hub/shared/errors';
import type { AskFor } from '@order-hub/shared/principal-call';
import type { Fields, Target } from '../fields/availability-fields.ts';
import { saveChanges } from '../fields/save-changes.ts';
import { shownField, shownIn } from '../../shown/shown-values.ts';
import { texts } from '../texts.ts';
import { changedRules, needsCondition, rulesIn } from './price-rules.ts';

const inWords = (fault: FieldError, visit: UserVisit): FieldError => ({
  ...fault,
  message: fault.message === needsCondition ? texts(visit)('needs_condition') : fault.message,
});

/** Saves the list of other prices that a person has made of the one that was shown. Throws 409 and 422 like `saveChanges`. */
export async function savePrices(
  deps: { askFor: AskFor },
  visit: UserVisit,
  { catalog_id, target, typed }: { catalog_id: string; target: Target; typed: Fields },
): Promise<boolean> {
  const shown = shownIn(typed[shownField]);
  const { rules, faults } = changedRules({ typed, shown, currency: visit.place?.currency ?? '' });
  if (faults.length > 0) throw invalidFields(faults.map((fault) => inWords(fault, visit)));
  const before = rulesIn(shown);
  if (JSON.stringify(before) === JSON.stringify(rules)) return false;
  const change = { ...target, field: 'price_overrides', before, after: rules } as const;
  return saveChanges(deps, visit, catalog_id, [{ field: 'new_price', change }]);
}
