/** The items of an order by their `subset`, such as a course (docs/api/orders.md#items). Pure. */

type Subset<Item> = { name: string | null; items: Item[] };

/** Items without a subset come first; the subsets follow in the order in which the items name them. */
export function subsetsOf<Item extends { subset: string | null }>(items: readonly Item[]): Subset<Item>[] {
  const groups = new Map<string | null, Item[]>([[null, []]]);
  for (const item of items) {
    const name = item.subset?.trim() || null;
    groups.set(name, [...(groups.get(name) ?? []), item]);
  }
  return [...groups].flatMap(([name, inside]) => (inside.length === 0 ? [] : { name, items: inside }));
}
