import leven from 'leven';

/** Short names resemble others by chance. */
const editsMax = (name: string) => (name.length < 8 ? 1 : 2);

/** The one of `known` that `name` is probably a misspelling of; undefined when it is one of them, or resembles none. */
export function similarName(name: string, known: readonly string[]): string | undefined {
  if (known.includes(name)) return undefined;
  const byEdits = known
    .map((other) => ({ other, edits: leven(name, other, { maxDistance: editsMax(name) + 1 }) }))
    .filter(({ edits }) => edits <= editsMax(name))
    .sort((a, b) => a.edits - b.edits);
  return byEdits[0]?.other;
}
