import { Facts, Name, When } from '@order-hub/pages/elements';
import type { UserVisit } from '@order-hub/pages/visit';
import type { AuditEntryView } from '@order-hub/shared/management/audit';
import { detailsOf, textIn } from './details.ts';
import { MenuChangeLine } from './menu-change-line.tsx';
import { menuChangesIn } from './menu-changes.ts';
import { sentenceOf } from './sentence-of.tsx';
import { texts } from './texts.ts';

/** For developers: what is stored. */
const Stored = ({ entry, visit }: { entry: AuditEntryView; visit: UserVisit }) => {
  const t = texts(visit);
  return (
    <details>
      <summary>{t('details')}</summary>
      <Facts
        facts={[
          [t('action'), <code>{entry.action}</code>],
          [t('subject'), <code>{entry.subject_id}</code>],
          [t('who'), entry.actor_name === null ? null : <Name>{entry.actor_name}</Name>],
          [t('address'), entry.address === null ? null : <code>{entry.address}</code>],
          [t('request'), <code>{entry.request_id}</code>],
        ]}
      />
      {entry.details !== null && <pre tabindex={0}>{JSON.stringify(detailsOf(entry), null, 2)}</pre>}
    </details>
  );
};

/** The changes of a menu that were saved together, if there are several. */
const Together = ({ entry, visit }: { entry: AuditEntryView; visit: UserVisit }) => {
  const { changes, count } = menuChangesIn(detailsOf(entry));
  if (entry.action !== 'catalog.update' || count < 2 || changes.length === 0) return null;
  return (
    <>
      <ul>
        {changes.map((change) => (
          <MenuChangeLine change={change} visit={visit} />
        ))}
      </ul>
      {count > changes.length && <p class="hint">{texts(visit)('and_more', { count: count - changes.length })}</p>}
    </>
  );
};

/** Entries of the audit as sentences, each with its details folded. */
export const ToldEntries = ({ entries, visit }: { entries: readonly AuditEntryView[]; visit: UserVisit }) => (
  <ol class="told">
    {entries.map((entry) => {
      const reason = textIn(detailsOf(entry), 'reason');
      return (
        <li>
          <p>
            <small>
              <When at={entry.at} timezone={visit.user.timezone} />
            </small>
          </p>
          <p>{sentenceOf(entry, visit)}</p>
          <Together entry={entry} visit={visit} />
          {reason !== '' && <p>{texts(visit)('reason', { reason: <Name>{reason}</Name> })}</p>}
          <Stored entry={entry} visit={visit} />
        </li>
      );
    })}
  </ol>
);
