import { Empty, Section, Table, When } from '@order-hub/pages/elements';
import type { LoggedRequest } from '@order-hub/shared/management/requests';
import type { ComponentChildren } from 'preact';
import { pathWith } from '../queries/path-with.ts';
import { RequestAnswer, durationInWords, targetOf, unlistedInWords } from './request-words.tsx';
import type { RequestQuery } from './request-filter.tsx';
import { texts } from './texts.ts';
import { useLanguage } from '@order-hub/pages/language-context';

/** How many requests a page shows. */
export const shownMax = 50;

type SectionProps<Shown extends LoggedRequest> = {
  items: readonly Shown[];
  next: string | null;
  query: RequestQuery;
  timezone: string;
  /** The path of the page that shows the list. */
  path: string;
  /** The page of a request. */
  pathOf: (request: Shown) => string;
  /** A column of its own. */
  extra?: { head: string; cell: (request: Shown) => ComponentChildren };
};

const Target = ({ request }: { request: LoggedRequest }) => {
  const unlisted = unlistedInWords(request, { language: useLanguage() });
  return (
    <>
      <code>
        {request.method} {targetOf(request)}
      </code>
      {unlisted !== null && <small class="below">{unlisted}</small>}
    </>
  );
};

/** A page of requests, and the way to older ones. A page with a filter may be empty before the last one. */
export function RequestsSection<Shown extends LoggedRequest>({ items, next, extra, ...props }: SectionProps<Shown>) {
  const language = useLanguage();
  const t = texts(language);
  const { query, timezone, path, pathOf } = props;
  return (
    <Section title={t('requests')}>
      {items.length === 0 ? (
        <Empty>{next === null ? t('none_matches') : t('none_of_latest')}</Empty>
      ) : (
        <Table
          label={t('requests')}
          heads={[t('began'), t('request'), t('answer'), t('took'), ...(extra ? [extra.head] : []), '']}
          rows={items.map((request) => [
            <a href={pathOf(request)}>
              <When at={new Date(request.started_at)} timezone={timezone} seconds />
            </a>,
            <Target request={request} />,
            <RequestAnswer request={request} />,
            durationInWords(request, { language }),
            ...(extra ? [extra.cell(request)] : []),
            <a href={`${pathOf(request)}#as-curl`}>{t('as_curl')}</a>,
          ])}
        />
      )}
      {next !== null && (
        <p class="actions">
          <a class="button" href={pathWith(path, { ...query, after: next })}>
            {t('older')}
          </a>
        </p>
      )}
    </Section>
  );
}
