/** The form of a sku: what it shows, and the changes that it makes. Pure. */
import type { MenuSku } from '@order-hub/shared/menu-calls';
import { availabilityChanges, availabilityValues, type Fields } from '../fields/availability-fields.ts';
import type { FormChange } from '../fields/save-changes.ts';
import type { Values } from '../../shown/shown-values.ts';

/** What the form of a sku shows. */
export const skuValues = (sku: MenuSku): Values => ({ name: sku.name ?? '', ...availabilityValues(sku) });

const nameOf = (text: string) => (text.trim() === '' ? null : text);

/** What a person has changed in the form, from the values that it showed. */
export function skuChanges(part: { id: string; child_id: string }, fields: Fields, shown: Values): FormChange[] {
  const target = { kind: 'product', ...part } as const;
  const [before, after] = [nameOf(shown['name'] ?? ''), nameOf(fields['name'] ?? '')];
  const renamed: FormChange = { field: 'name', change: { ...target, field: 'name', before, after } };
  return [...(before === after ? [] : [renamed]), ...availabilityChanges(target, fields, shown)];
}
