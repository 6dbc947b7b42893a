/** Categories form a sorted tree, in the order in which they were sent (docs/api/catalogs.md#categories). */

type Node = { ref: string; parent_ref: string | null };

/** One category of each cycle: those that are, over their parents, within themselves. */
export function cyclesOf<Category extends Node>(categories: readonly Category[]): Category[] {
  const byRef = new Map(categories.map((category) => [category.ref, category]));
  /** In which walk a category was met first. */
  const met = new Map<string, Category>();
  const found: Category[] = [];
  for (const start of byRef.values()) {
    let at: Category | undefined = start;
    while (at && !met.has(at.ref)) {
      met.set(at.ref, start);
      at = at.parent_ref === null ? undefined : byRef.get(at.parent_ref);
    }
    if (at && met.get(at.ref) === start) found.push(at);
  }
  return found;
}

type Placed = { id: string; parent_id: string | null };

/** The ids of categories, each followed by those within it. Every parent is there, and no category is within itself. */
export function depthFirst(categories: readonly Placed[]): string[] {
  const within = new Map<string | null, string[]>();
  for (const { id, parent_id } of categories) {
    const siblings = within.get(parent_id);
    if (siblings) siblings.push(id);
    else within.set(parent_id, [id]);
  }
  const ids: string[] = [];
  // Not recursive: a tree may be as deep as it has categories.
  const next = [...(within.get(null) ?? [])].reverse();
  for (let id = next.pop(); id !== undefined; id = next.pop()) {
    ids.push(id);
    const children = within.get(id) ?? [];
    for (let index = children.length - 1; index >= 0; index -= 1) next.push(children[index] ?? '');
  }
  return ids;
}
