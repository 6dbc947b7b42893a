import { useLanguage } from '@order-hub/pages/language-context';
import type { ComponentChildren } from 'preact';
import { Table, When } from '@order-hub/pages/elements';
import type { AuditEntryView } from '@order-hub/shared/management/audit';
import { EntryDetails } from './entry-details.tsx';
import { texts } from './texts.ts';

type EntriesProps = {
  entries: readonly AuditEntryView[];
  timezone: string;
  who: (entry: AuditEntryView) => ComponentChildren;
};

/** Audit entries. `who`: how this reader sees the actor. */
export const EntryTable = ({ entries, timezone, who }: EntriesProps) => {
  const t = texts(useLanguage());
  return (
    <Table
      label={t('audit')}
      heads={[t('when'), t('who'), t('what'), t('details'), t('from')]}
      rows={entries.map((entry) => [
        <When at={entry.at} timezone={timezone} />,
        who(entry),
        <>
          <code>{entry.action}</code>
          <div>
            <code>{entry.subject_id}</code>
          </div>
        </>,
        <EntryDetails details={entry.details} />,
        entry.address === null ? '–' : <code>{entry.address}</code>,
      ])}
    />
  );
};

/** A link to earlier entries. `before`: the last id of this page; null on the last page. */
export const Earlier = ({ path, query, before }: { path: string; query: object; before: string | null }) => {
  const t = texts(useLanguage());
  if (before === null) return null;
  const given = Object.entries({ ...query, before }).filter((entry): entry is [string, string] => Boolean(entry[1]));
  return (
    <p class="actions">
      <a class="button" href={`${path}?${new URLSearchParams(given).toString()}`}>
        {t('earlier')}
      </a>
    </p>
  );
};
