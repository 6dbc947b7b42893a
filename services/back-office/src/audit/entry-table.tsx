import type { ComponentChildren } from 'preact';
import { Table, When } from '@order-hub/pages/elements';
import type { Entry } from './audit.ts';
import { EntryDetails } from './entry-details.tsx';

export type Who = (entry: Entry) => ComponentChildren;

type EntriesProps = { entries: readonly Entry[]; timezone: string; who: Who; from: (entry: Entry) => string | null };

/** Entries of the audit. `who` and `from`: what this reader may know of those who did it. */
export const EntryTable = ({ entries, timezone, who, from }: EntriesProps) => (
  <Table
    label="Audit"
    heads={['When', 'Who', 'What', 'Details', 'From']}
    rows={entries.map((entry) => [
      <When at={entry.at} timezone={timezone} />,
      who(entry),
      <>
        {entry.action}
        <div>
          <code>{entry.subject_id}</code>
        </div>
      </>,
      <EntryDetails details={entry.details} />,
      from(entry) ?? '–',
    ])}
  />
);

/** The way to what happened before. `before`: the last id of this part; null at its end. */
export const Earlier = ({ path, query, before }: { path: string; query: object; before: string | null }) => {
  if (before === null) return null;
  const given = Object.entries({ ...query, before }).filter((entry): entry is [string, string] => Boolean(entry[1]));
  return (
    <p class="actions">
      <a class="button" href={`${path}?${new URLSearchParams(given).toString()}`}>
        Earlier
      </a>
    </p>
  );
};
