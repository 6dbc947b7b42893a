/** Changes single fields of parts (shared/menu-calls.ts). Pure. */
import type { FieldError } from '@order-hub/shared/errors';
import { fieldErrorsOf } from '@order-hub/shared/field-errors';
import type { MenuChange, MenuConflict, MenuValue } from '@order-hub/shared/menu-calls';
import { partField, type AnyPart } from './part-fields.ts';

type IndexedChange = MenuChange & { index: number };

/** A part with a row of its own, as it is stored. */
export type StoredPart = { kind: string; id: string; document: string };

/** A part before and after its changes. */
export type ChangedPart = { kind: MenuChange['kind']; id: string; before: string; part: AnyPart };

/** `changed`: how many fields have another value. With conflicts or faults, nothing is to be stored. */
export type ChangedParts = {
  parts: ChangedPart[];
  changed: number;
  conflicts: MenuConflict[];
  faults: FieldError[];
};

/** The place of a change in the body. */
export const placeOf = (index: number): string => `changes.${index}.after`;

export const partKey = ({ kind, id }: Pick<StoredPart, 'kind' | 'id'>) => `${kind} ${id}`;

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

type Outcome = Omit<ChangedParts, 'parts'>;

/** A part, or a sku or option in it, with another value of a field. Notes what stands in the way. */
function changedField(target: AnyPart, change: IndexedChange, outcome: Outcome): AnyPart {
  const { index, before, after, kind, child_id, field } = change;
  const definition = partField(change);
  if (!definition) {
    const of = child_id === null ? kind : `part of a ${kind}`;
    outcome.faults.push({ field: `changes.${index}.field`, message: `cannot be ${field} of a ${of}` });
    return target;
  }
  const { data, error } = definition.schema.safeParse(after);
  if (error) {
    for (const { message } of fieldErrorsOf(error.issues)) outcome.faults.push({ field: placeOf(index), message });
    return target;
  }
  const current: MenuValue = definition.read(target);
  if (isSame(current, data)) return target;
  if (!isSame(current, before)) {
    outcome.conflicts.push({ index, current, is_gone: false });
    return target;
  }
  outcome.changed += 1;
  return definition.write(target, data);
}

const gone = ({ index }: IndexedChange): MenuConflict => ({ index, current: null, is_gone: true });

/** A part with one change. */
function changedPart(part: AnyPart, change: IndexedChange, outcome: Outcome): AnyPart {
  const { child_id, kind } = change;
  if (child_id === null) return changedField(part, change, outcome);
  const list = kind === 'product' ? 'skus' : 'options';
  const children = part[list] ?? [];
  const at = children.findIndex(({ id }) => id === child_id);
  const child = children[at];
  if (!child) {
    outcome.conflicts.push(gone(change));
    return part;
  }
  const next = changedField(child, change, outcome);
  return next === child ? part : { ...part, [list]: children.with(at, next) };
}

/** The parts that changes make others of. `stored`: those that they name, as far as they are there. */
export function changedParts(stored: readonly StoredPart[], changes: readonly MenuChange[]): ChangedParts {
  const outcome: Outcome = { changed: 0, conflicts: [], faults: [] };
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
