import { ApiError, invalidFields, type FieldError } from '@order-hub/shared/errors';
import { changeMenu, type MenuChange, type MenuConflict, type MenuValue } from '@order-hub/shared/menu-calls';
import type { AskFor } from '@order-hub/shared/principal-call';
import type { UserVisit } from '@order-hub/pages/visit';
import { texts } from '../texts.ts';
import { textStart } from '@order-hub/shared/text-start';

/** A change, and the field of the form that it comes from. */
export type FormChange = { field: string; change: MenuChange };

type Say = ReturnType<typeof texts>;

/** A value in a sentence. */
export function inWords(value: MenuValue, t: Say): string {
  if (Array.isArray(value)) return value.map((one) => (typeof one === 'string' ? one : one.price)).join(', ') || '–';
  if (typeof value === 'boolean') return t(value ? 'on' : 'off');
  return value === null || value === '' ? '–' : String(value);
}

const charsMax = 200;

const effects = ['unchanged', 'fixed_price', 'price_off', 'percentage_off', 'free'] as const;

/** A value of now beside a field of the form. */
function currentInWords({ current }: MenuConflict, field: MenuChange['field'] | undefined, t: Say): string {
  const effect = field === 'pricing_effect' ? effects.find((name) => name === current) : undefined;
  return effect ? t(`effect_${effect}`) : textStart(inWords(current, t), charsMax);
}

const conflictMessage = (conflict: MenuConflict, field: MenuChange['field'] | undefined, t: Say): string =>
  conflict.is_gone ? t('gone_meanwhile') : t('changed_meanwhile', { value: currentInWords(conflict, field, t) });

const indexOf = (field: string) => Number(/^changes\.(\d+)\./.exec(field)?.[1] ?? -1);

/** The faults of a refused call, beside the fields of the form. */
function formFaults(faults: readonly FieldError[], changes: readonly FormChange[]): FieldError[] {
  return faults.map((fault) => ({ ...fault, field: changes[indexOf(fault.field)]?.field ?? fault.field }));
}

/**
 * Saves what a person has changed in a form. Throws 409 beside each field that somebody else has changed since it was shown, with
 * the value that it has now, and 422 beside those with a fault. Returns whether anything changed.
 */
export async function saveChanges(
  { askFor }: { askFor: AskFor },
  visit: UserVisit,
  catalog_id: string,
  changes: readonly FormChange[],
): Promise<boolean> {
  if (changes.length === 0) return false;
  const input = { changes: changes.map(({ change }) => change) };
  try {
    const { changed, conflicts } = await askFor(changeMenu, visit, { params: { catalog_id }, input });
    if (conflicts.length === 0) return changed > 0;
    const t = texts(visit);
    const errors = conflicts.map((conflict): FieldError => ({
      field: changes[conflict.index]?.field ?? '',
      message: conflictMessage(conflict, changes[conflict.index]?.change.field, t),
      code: 'changed',
    }));
    throw new ApiError('conflict', 'Somebody else has changed the menu meanwhile', { errors });
  } catch (error) {
    if (!(error instanceof ApiError) || !error.errors?.some(({ field }) => indexOf(field) >= 0)) throw error;
    throw invalidFields(formFaults(error.errors, changes));
  }
}
