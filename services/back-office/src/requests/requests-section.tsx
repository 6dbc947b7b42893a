import { Empty, Section, Table, When } from '@order-hub/pages/elements';
import type { LoggedRequest } from '@order-hub/shared/management/requests';
import type { ComponentChildren } from 'preact';
import { pathWith } from '../paths/path-with.ts';
import { RequestAnswer, durationInWords, targetOf, unlistedInWords } from './request-words.tsx';
import type { RequestQuery } from './request-filter.tsx';

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
  const unlisted = unlistedInWords(request);
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
  const { query, timezone, path, pathOf } = props;
  return (
    <Section title="Requests">
      {items.length === 0 ? (
        <Empty>
          {next === null
            ? 'No request of the last days matches.'
            : 'None of the latest requests matches. Look at older ones.'}
        </Empty>
      ) : (
        <Table
          label="Requests"
          heads={['Began', 'Request', 'Answer', 'Took', ...(extra ? [extra.head] : []), '']}
          rows={items.map((request) => [
            <a href={pathOf(request)}>
              <When at={new Date(request.started_at)} timezone={timezone} seconds />
            </a>,
            <Target request={request} />,
            <RequestAnswer request={request} />,
            durationInWords(request),
            ...(extra ? [extra.cell(request)] : []),
            <a href={`${pathOf(request)}#as-curl`}>As curl</a>,
          ])}
        />
      )}
      {next !== null && (
        <p class="actions">
          <a class="button" href={pathWith(path, { ...query, after: next })}>
            Older
          </a>
        </p>
      )}
    </Section>
  );
}
