/** Whether a guest can choose as many options as a list asks for (docs/api/catalogs.md#option-lists). Pure. */

type Selections = { min_selections: number; multiple_selection: boolean | null; options: { length: number } };

/** False if more are asked for than the list has options, and none may be chosen twice. */
export const isMinimumReachable = ({ min_selections, multiple_selection, options }: Selections): boolean =>
  multiple_selection === true || min_selections <= options.length;
