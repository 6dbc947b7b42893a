/** What an option list allows, as the hub shows it (docs/api/catalogs.md#option-lists). */
export type OptionList = {
  min_selections: number;
  /** Null: no limit. */
  max_selections: number | null;
  /** Whether an option may be chosen more than once. */
  multiple_selection?: boolean | null;
};

/** An option of the list, and how often it is chosen; once by default. */
export type ChosenOption = { id: string; quantity?: number | null };

/** The field of an option list that a selection breaks. */
export type SelectionFault = keyof OptionList;

/** Whether these options may be chosen together. Throws RangeError for a quantity that is not an integer from 0 on. */
export function isValidSelection(list: OptionList, chosen: readonly ChosenOption[]): boolean {
  return whyInvalidSelection(list, chosen) === null;
}

/**
 * The first field of the list that these options break, or null. Each time that an option is chosen counts as a selection.
 * Throws as `isValidSelection` does.
 */
export function whyInvalidSelection(
  { min_selections, max_selections, multiple_selection }: OptionList,
  chosen: readonly ChosenOption[],
): SelectionFault | null {
  const times = timesById(chosen);
  const selections = times.reduce((sum, count) => sum + count, 0);
  if (multiple_selection !== true && times.some((count) => count > 1)) return 'multiple_selection';
  if (selections < min_selections) return 'min_selections';
  return max_selections !== null && selections > max_selections ? 'max_selections' : null;
}

/** How often each option is chosen. */
function timesById(chosen: readonly ChosenOption[]): number[] {
  const times = new Map<string, number>();
  for (const { id, quantity } of chosen) {
    const count = quantity ?? 1;
    if (!Number.isSafeInteger(count) || count < 0) throw new RangeError(`${count} is not a quantity of options`);
    times.set(id, (times.get(id) ?? 0) + count);
  }
  return [...times.values()];
}
