/** Changes single fields of parts (shared/menu-calls.ts). Pure. */
import { isDeepStrictEqual } from 'node:util';
import type { FieldError } from '@order-hub/shared/errors';
import { fieldErrorsOf } from '@order-hub/shared/field-errors';
import type { MenuChange, MenuConflict, MenuValue } from '@order-hub/shared/menu-calls';
import { partsOnPath, withInnermost, type AnyPart } from './inner-parts.ts';
import { partField } from './part-fields.ts';

type IndexedChange = MenuChange & { index: number };

/** A part with a row of its own, as it is stored. */
export type StoredPart = { kind: string; id: string; document: string };

/** A part before and after its changes. */
export type ChangedPart = { kind: MenuChange['kind']; id: string; before: string; part: AnyPart };

/** A field that has another value. `part`: the names of the part and of what is in it, down to the changed one. */
export type MadeChange = Pick<MenuChange, 'kind' | 'field'> & {
  part: readonly (string | null)[];
  before: MenuValue;
  after: MenuValue;
};

/** `made`: the fields that have another value. With conflicts or faults, nothing is to be stored. */
export type ChangedParts = {
  parts: ChangedPart[];
  made: MadeChange[];
  conflicts: MenuConflict[];
  faults: FieldError[];
};

/** The place of a change in the body. */
export const placeOf = (index: number): string => `changes.${index}.after`;

export const partKey = ({ kind, id }: Pick<StoredPart, 'kind' | 'id'>) => `${kind} ${id}`;

type Outcome = Omit<ChangedParts, 'parts'>;

/** What people call a part: a line by its label, a sku in a line by its ref. */
const nameOf = ({ name, label, ref }: AnyPart) =>
  (name !== undefined ? name : label !== undefined ? label : ref) ?? null;

/** The innermost part with another value of a field. Notes what stands in the way. */
function changedField(onPath: readonly [AnyPart, ...AnyPart[]], change: IndexedChange, outcome: Outcome): AnyPart {
  const target = onPath.at(-1) ?? onPath[0];
  const { index, before, after, kind, field } = change;
  const definition = partField(change);
  if (!definition) {
    const of = onPath.length === 1 ? kind : `part of a ${kind}`;
    outcome.faults.push({
      field: `changes.${index}.field`,
      message: `cannot be ${field} of a ${of}`,
      code: 'inconsistent',
    });
    return target;
  }
  const { data, error } = definition.schema.safeParse(after);
  if (error) {
    for (const fault of fieldErrorsOf(error.issues)) outcome.faults.push({ ...fault, field: placeOf(index) });
    return target;
  }
  const current: MenuValue = definition.read(target);
  if (isDeepStrictEqual(current, data)) return target;
  if (!isDeepStrictEqual(current, before)) {
    outcome.conflicts.push({ index, current, is_gone: false });
    return target;
  }
  outcome.made.push({ kind, field, part: onPath.map(nameOf), before: current, after: data as MenuValue });
  return definition.write(target, data);
}

const gone = ({ index }: IndexedChange): MenuConflict => ({ index, current: null, is_gone: true });

/** A part with one change. */
function changedPart(part: AnyPart, change: IndexedChange, outcome: Outcome): AnyPart {
  const onPath = partsOnPath(part, change);
  if (!onPath) {
    outcome.conflicts.push(gone(change));
    return part;
  }
  const next = changedField(onPath, change, outcome);
  return next === onPath.at(-1) ? part : withInnermost(change, onPath, next);
}

/** The parts that changes make others of. `stored`: those that they name, as far as they are there. */
export function changedParts(stored: readonly StoredPart[], changes: readonly MenuChange[]): ChangedParts {
  const outcome: Outcome = { made: [], conflicts: [], faults: [] };
  const parts = new Map(stored.map((row) => [partKey(row), { row, part: JSON.parse(row.document) as AnyPart }]));
  const touched = new Map<string, ChangedPart>();
  for (const [index, change] of changes.entries()) {
    const known = parts.get(partKey(change));
    if (!known) {
      outcome.conflicts.push(gone({ ...change, index }));
      continue;
    }
    const next = changedPart(known.part, { ...change, index }, outcome);
    if (next === known.part) continue;
    known.part = next;
    touched.set(partKey(change), { kind: change.kind, id: change.id, before: known.row.document, part: next });
  }
  return { parts: [...touched.values()], ...outcome };
}
