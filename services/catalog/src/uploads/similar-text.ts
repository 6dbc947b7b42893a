/** Finds what a misspelt text means. */

const charsMax = 40;
const editsMax = 2;

/** The number of characters to insert, delete or replace, to make one text of the other. */
function edits(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const [index, char] of [...from].entries()) {
    const next = [index + 1];
    for (let at = 1; at <= to.length; at += 1) {
      const replaced = (row[at - 1] ?? 0) + (to[at - 1] === char ? 0 : 1);
      next.push(Math.min(replaced, (row[at] ?? 0) + 1, (next[at - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}

/** The known text that differs from a text in at most two characters, the nearest one; upper and lower case are the same. */
export function similarText(text: string, known: readonly string[]): string | undefined {
  if (text.length > charsMax) return undefined;
  const [nearest] = known
    .map((candidate) => ({ candidate, distance: edits(text.toLowerCase(), candidate) }))
    .sort((one, other) => one.distance - other.distance);
  return nearest && nearest.distance <= editsMax ? nearest.candidate : undefined;
}
