import { useLanguage } from '@order-hub/pages/language-context';
import type { ComponentChildren } from 'preact';
import { Table, When } from '@order-hub/pages/elements';
import type { AuditEntryView } from '@order-hub/shared/management/audit';
import type { UserVisit } from '@order-hub/pages/visit';
import { EntryDetails } from './entry-details.tsx';
import { sentenceOf } from './sentences/sentence-of.tsx';
import { texts } from './texts.ts';

type EntriesProps = {
  entries: readonly AuditEntryView[];
  visit: UserVisit;
  who: (entry: AuditEntryView) => ComponentChildren;
};

/** Actions whose entries hold all that their sentences say. Others need the names that only the owner of the account is told. */
const told = /^(?:listing\.|catalog\.update$)/;

/** Audit entries. `who`: how this reader sees the actor. */
export const EntryTable = ({ entries, visit, who }: EntriesProps) => {
  const t = texts(useLanguage());
  return (
    <Table
      label={t('audit')}
      heads={[t('when'), t('who'), t('what'), t('details'), t('from')]}
      rows={entries.map((entry) => [
        <When at={entry.at} timezone={visit.user.timezone} />,
        who(entry),
        <>
          <code>{entry.action}</code>
          {told.test(entry.action) && <div>{sentenceOf(entry, visit)}</div>}
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
