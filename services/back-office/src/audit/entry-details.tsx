type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null;

const inWords = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value ?? null));

/** One line per detail. A change is `before → after`. */
function linesOf({ before, after, ...rest }: Fields): string[] {
  const others = Object.entries(rest).map(([name, value]) => `${name}: ${inWords(value)}`);
  if (after === undefined) return others;
  if (!isFields(before) || !isFields(after)) return [`${inWords(before)} → ${inWords(after)}`, ...others];
  const changes = Object.entries(after).map(([name, value]) => `${name}: ${inWords(before[name])} → ${inWords(value)}`);
  return [...changes, ...others];
}

/** The stored details of an audit entry. */
export const EntryDetails = ({ details }: { details: string | null }) => (
  <div class="details">
    {linesOf(JSON.parse(details ?? '{}') as Fields).map((line) => (
      <div>{line}</div>
    ))}
  </div>
);
