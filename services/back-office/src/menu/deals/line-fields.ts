/** The form of a line of a deal: what it shows, and the changes that it makes. Pure. */
import type { FieldError } from '@order-hub/shared/errors';
import type { MenuDealLine } from '@order-hub/shared/menu-part-calls';
import type { Fields } from '../fields/availability-fields.ts';
import { changesIn, optionalPriceField, optionalTextField } from '../fields/field-changes.ts';
import { amountIn, typedPrice } from '../fields/prices.ts';
import type { FormChange } from '../fields/save-changes.ts';
import { jsonIn, type Values } from '../../shown/shown-values.ts';

/** The most extra charges of a form. */
export const extrasMax = 30;

export const effects = ['unchanged', 'fixed_price', 'price_off', 'percentage_off'] as const;

/** What the form of a line shows. `raw`: the value as it is stored. The ids say which extra charge is whose. */
export const lineValues = ({ label, pricing_effect, pricing_value, skus }: MenuDealLine): Values => ({
  label: label ?? '',
  effect: pricing_effect,
  value: pricing_value === null ? '' : amountIn(pricing_value),
  raw: JSON.stringify(pricing_value),
  ...Object.fromEntries(
    skus.slice(0, extrasMax).flatMap(({ id, extra_charge }, at) => [
      [`extra_${at}`, extra_charge === null ? '' : amountIn(extra_charge)],
      [`sku_${at}`, id],
    ]),
  ),
});

const percentage = /^\d{1,3}(?:[.,]\d{1,4})?$/;

/** What was typed as the value of an effect; undefined for what is none. */
function valueOf(effect: string, text: string, currency: string): string | null | undefined {
  const trimmed = text.trim();
  if (effect === 'unchanged' || effect === 'free') return null;
  if (effect !== 'percentage_off') return typedPrice(trimmed, currency);
  return percentage.test(trimmed) ? trimmed.replace(',', '.') : undefined;
}

function rawIn(text: string | undefined): string | null {
  const parsed = jsonIn(text);
  return typeof parsed === 'string' ? parsed : null;
}

type Typed = { typed: Fields; shown: Values; currency: string };
type Line = { id: string; line_id: string };

const valueFault = (effect: string) =>
  effect === 'percentage_off' ? 'must be a number such as 10' : 'must be an amount such as 9.50';

/** The effect and the value that were shown, and those that were typed. Without a shown effect nothing was typed. */
function pricingIn({ typed, shown }: Typed) {
  const before = { effect: shown['effect'] ?? '', value: shown['value'] ?? '' };
  const after = { effect: typed['effect'] ?? before.effect, value: typed['value'] ?? before.value };
  const isSame = after.effect === before.effect && after.value === before.value;
  return before.effect === '' || isSame ? undefined : { before, after };
}

/** The effect and its value go together: one of them alone would not fit. */
function pricingChanges({ id, line_id: child_id }: Line, sent: Typed) {
  const changes: FormChange[] = [];
  const pricing = pricingIn(sent);
  if (!pricing) return { changes, faults: [] };
  const { effect } = pricing.after;
  const [before, after] = [rawIn(sent.shown['raw']), valueOf(effect, pricing.after.value, sent.currency)];
  if (after === undefined)
    return { changes, faults: [{ field: 'value', message: valueFault(effect), code: 'inconsistent' as const }] };
  const target = { kind: 'deal', id, child_id } as const;
  const ofEffect = { ...target, field: 'pricing_effect', before: pricing.before.effect, after: effect } as const;
  const ofValue = { ...target, field: 'pricing_value', before, after } as const;
  if (effect !== pricing.before.effect) changes.push({ field: 'effect', change: ofEffect });
  if (before !== after) changes.push({ field: 'value', change: ofValue });
  return { changes, faults: [] };
}

/** What a person has changed in the form, from the values that it showed. */
export function lineChanges(line: Line, sent: Typed): { changes: FormChange[]; faults: FieldError[] } {
  const { typed, shown, currency } = sent;
  const target = { kind: 'deal', id: line.id, child_id: line.line_id } as const;
  const extras = Array.from({ length: extrasMax }, (_, at) => {
    const sku_id = shown[`sku_${at}`];
    if (sku_id === undefined) return [];
    const ofSku = { ...target, child_id: `${line.line_id}.${sku_id}` };
    return [optionalPriceField({ input: `extra_${at}`, target: ofSku, field: 'extra_charge' }, currency)];
  });
  const fields = [optionalTextField({ input: 'label', target, field: 'label' }), ...extras.flat()];
  const plain = changesIn(fields, { typed, shown });
  const pricing = pricingChanges(line, sent);
  return {
    changes: [...plain.changes, ...pricing.changes],
    faults: [...plain.faults, ...pricing.faults],
  };
}
