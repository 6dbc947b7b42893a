import type { AuditEntryView } from '@order-hub/shared/management/audit';

export type Details = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Details =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The details of an entry; of one without, none. */
export function detailsOf({ details }: Pick<AuditEntryView, 'details'>): Details {
  const parsed: unknown = JSON.parse(details ?? '{}') as object;
  return isFields(parsed) ? parsed : {};
}

/** A text or a number among the details; empty if there is none. Of a change of one field, also the field's. */
export function textIn(details: Details, name: string): string {
  const value = details[name];
  const [only, ...others] = isFields(value) ? Object.values(value) : [value];
  return others.length === 0 && (typeof only === 'string' || typeof only === 'number') ? String(only) : '';
}

/** The fields that a change names. */
export const changedIn = ({ after }: Details): Details => (isFields(after) ? after : {});
