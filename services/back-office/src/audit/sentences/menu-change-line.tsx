import { Name } from '@order-hub/pages/elements';
import type { Visit } from '@order-hub/pages/visit';
import type { ComponentChildren, VNode } from 'preact';
import type { MenuChangeTold, ToldValue } from './menu-changes.ts';
import { texts, type MessageKey } from './texts.ts';

/** By kind: the message that names a part, and those for what is in it. */
const partKeys: Readonly<Record<string, readonly MessageKey[]>> = {
  category: ['part_category'],
  product: ['part_product', 'part_sku'],
  option_list: ['part_option_list', 'part_option'],
  deal: ['part_deal', 'part_line', 'part_line_sku'],
};

const nouns: Readonly<Record<string, MessageKey>> = {
  name: 'noun_name',
  description: 'noun_description',
  image_ids: 'noun_image_ids',
  price: 'noun_price',
  price_overrides: 'noun_price_overrides',
  variant_refs: 'noun_variant_refs',
  min_selections: 'noun_min_selections',
  max_selections: 'noun_max_selections',
  default: 'noun_default',
  label: 'noun_label',
  pricing_effect: 'noun_pricing_effect',
  pricing_value: 'noun_pricing_value',
  extra_charge: 'noun_extra_charge',
};

/** Fields whose values say nothing to a reader: ids, refs. */
const withoutValues = ['image_ids', 'variant_refs'];

/** The part of a menu that was changed: “the option Olives of Toppings”. What has no name is told by what it is in. */
export function partInWords({ kind, part }: MenuChangeTold, visit: Visit): ComponentChildren {
  const named = part.filter((text) => text !== null);
  const [name = '–', inner = '', innermost = ''] = named;
  const key = partKeys[kind]?.[named.length - 1];
  if (key === undefined) return <Name>{name}</Name>;
  const isolated = (text: string) => <Name>{text}</Name>;
  return texts(visit)(key, { name: isolated(name), inner: isolated(inner), innermost: isolated(innermost) });
}

function valueInWords(value: ToldValue, field: string, visit: Visit): string | VNode {
  const t = texts(visit);
  if (typeof value === 'boolean') return t(value ? 'value_yes' : 'value_no');
  if (field === 'pricing_effect' && typeof value === 'string') return t('value_effect', { effect: value });
  const text = Array.isArray(value) ? value.join(', ') : String(value ?? '');
  return text === '' ? t('value_none') : <Name>{text}</Name>;
}

/** What was changed of it: “price from 0.50 EUR to 0.60 EUR”. */
export function changeInWords({ field, before, after }: MenuChangeTold, visit: Visit): ComponentChildren {
  const t = texts(visit);
  if (field === 'enabled') return t(after === true ? 'change_on' : 'change_off');
  const key = nouns[field];
  const noun = key === undefined ? field : t(key);
  if (withoutValues.includes(field)) return noun;
  return t('change_value', {
    noun,
    before: valueInWords(before, field, visit),
    after: valueInWords(after, field, visit),
  });
}

/** One change in a list of several. */
export const MenuChangeLine = ({ change, visit }: { change: MenuChangeTold; visit: Visit }) => (
  <li>
    {texts(visit)('change_line', {
      part: <>{partInWords(change, visit)}</>,
      change: <>{changeInWords(change, visit)}</>,
    })}
  </li>
);
