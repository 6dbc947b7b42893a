/** What the entry of a changed menu tells (services/catalog/src/content/changes/change-details.ts). Pure. */
import type { Details } from './details.ts';

/** The value of a field, as it is stored. Long texts and lists are cut. */
export type ToldValue = string | number | boolean | null | readonly string[];

/** One change. `part`: the names of the part, and of what is changed in it. */
export type MenuChangeTold = {
  kind: string;
  field: string;
  part: readonly (string | null)[];
  before: ToldValue;
  after: ToldValue;
};

const isText = (value: unknown): value is string => typeof value === 'string';
const isName = (value: unknown) => value === null || isText(value);

const isValue = (value: unknown): value is ToldValue =>
  value === null ||
  ['string', 'number', 'boolean'].includes(typeof value) ||
  (Array.isArray(value) && value.every(isText));

function isChange(value: unknown): value is MenuChangeTold {
  if (typeof value !== 'object' || value === null) return false;
  const { kind, field, part, before, after } = value as Record<string, unknown>;
  return (
    isText(kind) && isText(field) && Array.isArray(part) && part.every(isName) && isValue(before) && isValue(after)
  );
}

/** The changes that an entry tells, and how many there are in all. */
export function menuChangesIn({ changes, count }: Details): { changes: MenuChangeTold[]; count: number } {
  const told = Array.isArray(changes) ? changes.filter(isChange) : [];
  return { changes: told, count: typeof count === 'number' ? count : told.length };
}
