/** Categories form a tree, sorted as they were sent (docs/api/catalogs.md#categories). */

type UploadedCategory = { ref: string; parent_ref: string | null };

/** One category of each cycle. A category of a cycle is its own ancestor. */
export function cyclesOf<Category extends UploadedCategory>(categories: readonly Category[]): Category[] {
  const byRef = new Map(categories.map((category) => [category.ref, category]));
  /** The start of the walk that met a category first. */
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

type StoredCategory = { id: string; parent_id: string | null };

/** The ids of categories, each followed by its descendants. Every parent must be there, without cycles. */
export function depthFirst(categories: readonly StoredCategory[]): string[] {
  const within = new Map<string | null, string[]>();
  for (const { id, parent_id } of categories) {
    const siblings = within.get(parent_id);
    if (siblings) siblings.push(id);
    else within.set(parent_id, [id]);
  }
  const ids: string[] = [];
  // Not recursive: a tree may be as deep as the number of its categories.
  const next = [...(within.get(null) ?? [])].reverse();
  for (let id = next.pop(); id !== undefined; id = next.pop()) {
    ids.push(id);
    const children = within.get(id) ?? [];
    for (let index = children.length - 1; index >= 0; index -= 1) next.push(children[index] ?? '');
  }
  return ids;
}
