import type { ComponentChildren } from 'preact';
import { Table, When } from '@order-hub/pages/elements';
import type { AuditEntryView } from '@order-hub/shared/management/audit';
import { EntryDetails } from './entry-details.tsx';

export type Who = (entry: AuditEntryView) => ComponentChildren;

type EntriesProps = {
  entries: readonly AuditEntryView[];
  timezone: string;
  who: Who;
  from: (entry: AuditEntryView) => string | null;
};

/** Audit entries. `who` and `from`: what this reader may know of who acted. */
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

/** A link to earlier entries. `before`: the last id of this page; null on the last page. */
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
