/** The lines of a deal, as pages show them. Pure. */
import type { MenuDealLine } from '@order-hub/shared/menu-part-calls';
import { lineIds } from '../../content/changes/inner-parts.ts';
import type { ContentView } from '../../content/content.schema.ts';

type Line = ContentView['deals'][number]['lines'][number];

/** The most skus of a line that a page shows, and of all lines of a deal together. */
const skusPerLineMax = 30;
const skusMax = 120;

/** How many skus of each line are shown. */
function shownCounts(lines: readonly Line[]): number[] {
  let room = skusMax;
  return lines.map(({ skus }) => {
    const count = Math.min(skus.length, skusPerLineMax, room);
    room -= count;
    return count;
  });
}

/** The skus whose names the page needs. */
export function shownSkuIds(lines: readonly Line[]): string[] {
  const counts = shownCounts(lines);
  return [...new Set(lines.flatMap(({ skus }, at) => skus.slice(0, counts[at]).map(({ id }) => id)))];
}

/** `names`: of skus by id; of others the ref is shown. */
export function offeredLines(lines: readonly Line[], names: ReadonlyMap<string, string>): MenuDealLine[] {
  const [ids, counts] = [lineIds(lines), shownCounts(lines)];
  return lines.map(({ label, pricing_effect, pricing_value, skus }, at) => {
    const shown = skus.slice(0, counts[at]);
    return {
      id: ids[at] ?? '',
      label,
      pricing_effect,
      pricing_value,
      skus: shown.map(({ id, ref, extra_charge }) => ({ id, name: names.get(id) ?? ref, extra_charge })),
      more_skus: skus.length - shown.length,
    };
  });
}
