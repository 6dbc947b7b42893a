/** The part of a form that says to whom something is offered: what it shows, and the changes that it makes. Pure. */
import type { MenuChange, MenuValue } from '@order-hub/shared/menu-calls';
import { textUpTo } from '@order-hub/shared/texts';
import { z } from 'zod';
import type { FormChange } from './save-changes.ts';
import { jsonIn, type Values } from '../../shown/shown-values.ts';

/** The most variants of a form. What is for others keeps them. */
export const variantsMax = 80;

/** The fields in a form. */
export const availabilityForm = {
  enabled: z.enum(['on', 'off']),
  variants: z.enum(['all', 'some']).optional(),
  ...Object.fromEntries(Array.from({ length: variantsMax }, (_, at) => [`variant_${at}`, textUpTo(1_000).optional()])),
};

/** What is shown of something that is offered. */
export type Offered = { is_enabled: boolean; variant_refs: readonly string[] | null };

/** What the form shows. `refs`: JSON. */
export const availabilityValues = ({ is_enabled, variant_refs }: Offered): Values => ({
  enabled: is_enabled ? 'on' : 'off',
  variants: variant_refs === null ? 'all' : 'some',
  refs: JSON.stringify(variant_refs),
});

export type Fields = Readonly<Record<string, string | undefined>>;

/** Which part a change is about. */
export type Target = Pick<MenuChange, 'kind' | 'id' | 'child_id'>;

function refsIn(text: string | undefined): string[] | null {
  const parsed = jsonIn(text);
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

/** What a person has changed, from the values that were shown. */
export function availabilityChanges(target: Target, fields: Fields, shown: Values): FormChange[] {
  const before = refsIn(shown['refs']);
  const candidates: [field: 'enabled' | 'variant_refs', input: string, before: MenuValue, after: MenuValue][] = [
    ['enabled', 'enabled', shown['enabled'] === 'on', fields['enabled'] === 'on'],
    ['variant_refs', 'variants', before, fields['variants'] === undefined ? before : chosenRefs(fields, before)],
  ];
  return candidates
    .filter(([, , from, to]) => JSON.stringify(from) !== JSON.stringify(to))
    .map(([field, input, from, to]) => ({ field: input, change: { ...target, field, before: from, after: to } }));
}
