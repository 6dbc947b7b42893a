/** Parts within parts, as a change names them: skus of a product, options of a list, lines of a deal and skus of a line. Pure. */
import { createHash } from 'node:crypto';
import type { MenuChange } from '@order-hub/shared/menu-calls';

/** A part of any kind, as a document shows it. A line of a deal has no id. */
export type AnyPart = {
  id?: string;
  ref?: string | null;
  name?: string | null;
  label?: string | null;
  price?: string;
  default?: boolean;
  min_selections?: number;
  max_selections?: number | null;
  pricing_effect?: 'unchanged' | 'fixed_price' | 'price_off' | 'percentage_off' | 'free';
  pricing_value?: string | null;
  image_ids?: readonly string[];
  restrictions?: Readonly<Record<string, unknown>>;
  skus?: readonly AnyPart[];
  options?: readonly AnyPart[];
  lines?: readonly AnyPart[];
};

type ListName = 'skus' | 'options' | 'lines';

/** The lists to go through, from the part inwards. */
const listsOf: Record<MenuChange['kind'], readonly ListName[]> = {
  category: [],
  product: ['skus'],
  option_list: ['options'],
  deal: ['lines', 'skus'],
};

const idChars = 16;

/** By the skus of a line, so that many changes of one deal read them once. */
const digests = new WeakMap<readonly AnyPart[], string>();

function digestOf(skus: readonly AnyPart[]): string {
  const known = digests.get(skus);
  if (known !== undefined) return known;
  const text = skus.map(({ id }) => id).join(' ');
  const digest = createHash('sha256').update(text).digest('hex').slice(0, idChars);
  digests.set(skus, digest);
  return digest;
}

/**
 * Ids of the lines of a deal, made of the ids of their skus: a line keeps its id when it gets another price, label or place. The
 * second of two lines with the same skus has a number.
 */
export function lineIds(lines: readonly AnyPart[]): string[] {
  const seen = new Map<string, number>();
  return lines.map(({ skus = [] }) => {
    const digest = digestOf(skus);
    const count = (seen.get(digest) ?? 0) + 1;
    seen.set(digest, count);
    return count === 1 ? digest : `${digest}-${count}`;
  });
}

const findIn = (list: ListName, parts: readonly AnyPart[], id: string) =>
  list === 'lines' ? parts[lineIds(parts).indexOf(id)] : parts.find((part) => part.id === id);

/** The ids from the part inwards. Ids of the hub have no full stop. */
export const pathOf = ({ kind, child_id }: Pick<MenuChange, 'kind' | 'child_id'>): string[] => {
  if (child_id === null) return [];
  return kind === 'deal' ? child_id.split('.') : [child_id];
};

/** A part and what is in it, down to the one that a change names; undefined when that is not there. */
export function partsOnPath(
  part: AnyPart,
  change: Pick<MenuChange, 'kind' | 'child_id'>,
): readonly [AnyPart, ...AnyPart[]] | undefined {
  const found: [AnyPart, ...AnyPart[]] = [part];
  let holder = part;
  for (const [depth, id] of pathOf(change).entries()) {
    const list = listsOf[change.kind][depth];
    const inner = list && holder[list];
    const next = inner && findIn(list, inner, id);
    if (!next) return undefined;
    found.push(next);
    holder = next;
  }
  return found;
}

/** The same part with the innermost of `onPath` replaced. */
export function withInnermost(
  { kind }: Pick<MenuChange, 'kind'>,
  onPath: readonly AnyPart[],
  replacement: AnyPart,
): AnyPart {
  let next = replacement;
  for (let depth = onPath.length - 1; depth > 0; depth -= 1) {
    const [holder, inner, list] = [onPath[depth - 1], onPath[depth], listsOf[kind][depth - 1]];
    const before = list && holder?.[list];
    if (!before || !inner) continue;
    const after = before.with(before.indexOf(inner), next);
    // No change changes an id.
    const digest = digests.get(before);
    if (digest !== undefined) digests.set(after, digest);
    next = { ...holder, [list]: after };
  }
  return next;
}
