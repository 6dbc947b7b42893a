import { Name } from '@order-hub/pages/elements';
import type { VNode } from 'preact';

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null;

/** Isolated: it may be or contain a stored name. */
const Value = ({ value }: { value: unknown }) => (
  <Name>{typeof value === 'string' ? value : JSON.stringify(value ?? null)}</Name>
);

const Change = ({ before, after }: { before: unknown; after: unknown }) => (
  <>
    <Value value={before} /> → <Value value={after} />
  </>
);

/** One line per detail. A change is `before → after`. */
function linesOf({ before, after, ...rest }: Fields): VNode[] {
  const others = Object.entries(rest).map(([name, value]) => (
    <>
      <code>{name}</code>: <Value value={value} />
    </>
  ));
  if (after === undefined) return others;
  if (!isFields(before) || !isFields(after)) return [<Change before={before} after={after} />, ...others];
  const changes = Object.entries(after).map(([name, value]) => (
    <>
      <code>{name}</code>: <Change before={before[name]} after={value} />
    </>
  ));
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
