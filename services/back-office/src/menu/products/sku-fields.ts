/** The form of a sku: what it shows, and the changes that it makes. Pure. */
import type { MenuSku, MenuValue } from '@order-hub/shared/menu-calls';
import type { FormChange } from './save-changes.ts';
import type { Values } from './shown-values.ts';

/** The most variants of a form. A sku for others keeps them. */
export const variantsMax = 80;

/** What the form of a sku shows. `refs`: JSON. */
export const skuValues = ({ name, is_enabled, variant_refs }: MenuSku): Values => ({
  name: name ?? '',
  enabled: is_enabled ? 'on' : 'off',
  variants: variant_refs === null ? 'all' : 'some',
  refs: JSON.stringify(variant_refs),
});

type Fields = Readonly<Record<string, string | undefined>>;

const nameOf = (text: string) => (text.trim() === '' ? null : text);

function refsIn(text: string | undefined): string[] | null {
  const parsed: unknown = JSON.parse(text ?? 'null');
  return Array.isArray(parsed) ? parsed.filter((ref) => typeof ref === 'string') : null;
}

/** The chosen variants: those that were chosen before in their order, then the others. */
function chosenRefs(fields: Fields, before: readonly string[] | null): string[] | null {
  if (fields['variants'] !== 'some') return null;
  const ticked = Object.entries(fields).flatMap(([name, ref]) =>
    name.startsWith('variant_') && ref !== undefined ? [ref] : [],
  );
  const kept = (before ?? []).filter((ref) => ticked.includes(ref));
  return [...kept, ...ticked.filter((ref) => !kept.includes(ref))];
}

/** What a person has changed in the form, from the values that it showed. */
export function skuChanges(part: { id: string; child_id: string }, fields: Fields, shown: Values): FormChange[] {
  const before = refsIn(shown['refs']);
  const candidates: [field: 'name' | 'enabled' | 'variant_refs', input: string, before: MenuValue, after: MenuValue][] =
    [
      ['name', 'name', nameOf(shown['name'] ?? ''), nameOf(fields['name'] ?? '')],
      ['enabled', 'enabled', shown['enabled'] === 'on', fields['enabled'] === 'on'],
      ['variant_refs', 'variants', before, fields['variants'] === undefined ? before : chosenRefs(fields, before)],
    ];
  return candidates
    .filter(([, , from, to]) => JSON.stringify(from) !== JSON.stringify(to))
    .map(([field, input, from, to]) => ({
      field: input,
      change: { kind: 'product', ...part, field, before: from, after: to },
    }));
}
