import type { UserVisit } from '@order-hub/pages/visit';
import { OrderTime } from '../order-words.tsx';
import { texts } from '../texts.ts';

type Props = {
  visit: UserVisit;
  next: string | null;
  /** When the oldest order was created that the search has looked at; null at the end of a full page. */
  searched_to: string | null;
  nextPath: string;
  /** Null for those who may not export, and when there is nothing to export. */
  exportPath: string | null;
};

/** How far the search has looked. */
const SearchedTo = ({ visit, at }: { visit: UserVisit; at: string }) => (
  <p role="status">
    {texts(visit)('searched_to', { time: <OrderTime at={at} timezone={visit.place?.timezone ?? 'UTC'} /> })}
  </p>
);

/** How far the search has looked, and how it goes on. */
export function SearchEnd({ visit, next, searched_to, nextPath, exportPath }: Props) {
  const t = texts(visit);
  return (
    <>
      {searched_to !== null && <SearchedTo visit={visit} at={searched_to} />}
      <p class="actions">
        {next !== null && (
          <a class="button" href={nextPath}>
            {searched_to === null ? t('older_orders') : t('search_further')}
          </a>
        )}
        {exportPath !== null && (
          <a class="button" href={exportPath} download>
            {t('export')}
          </a>
        )}
      </p>
    </>
  );
}
