/** How many letters one must insert, delete or replace to turn `a` into `b` (Levenshtein). */
function editsBetween(a: string, b: string): number {
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (const [i, letter] of [...a].entries()) {
    const row = [i + 1];
    for (const [j, other] of [...b].entries()) {
      const replaced = (last[j] ?? 0) + (letter === other ? 0 : 1);
      row.push(Math.min(replaced, (last[j + 1] ?? 0) + 1, (row[j] ?? 0) + 1));
    }
    last = row;
  }
  return last[b.length] ?? 0;
}

/** Short names resemble others by chance. */
const editsMax = (name: string) => (name.length < 8 ? 1 : 2);

/** The one of `known` that `name` is probably a misspelling of; undefined when it is one of them, or resembles none. */
export function similarName(name: string, known: readonly string[]): string | undefined {
  if (known.includes(name)) return undefined;
  const byEdits = known
    .filter((other) => Math.abs(other.length - name.length) <= 2)
    .map((other) => ({ other, edits: editsBetween(name, other) }))
    .filter(({ edits }) => edits <= editsMax(name))
    .sort((a, b) => a.edits - b.edits);
  return byEdits[0]?.other;
}
