import { Name, Section } from '@order-hub/pages/elements';
import { Layout } from '@order-hub/pages/layout';
import { page } from '@order-hub/pages/page';
import { listRequests } from '@order-hub/shared/management/requests';
import type { AskFor } from '@order-hub/shared/principal-call';
import { givenText } from '../backlog/given-text.ts';
import {
  logOf,
  logTrail,
  receiverName,
  requestLogPath,
  requestLogPaths,
  type RequestLogPath,
} from '../paths/log-path.ts';
import { RequestFilter, requestQuery } from './request-filter.tsx';
import { RequestsSection, shownMax } from './requests-section.tsx';
import { texts } from './texts.ts';

const requestLogPage = (path: RequestLogPath) =>
  page(path, {
    summary: 'The request log of a connection',
    who: 'user',
    query: { ...requestQuery, after: givenText },
    async load({ params, query: { after, ...query } }, visit, { askFor }: { askFor: AskFor }) {
      const log = logOf(params);
      const { client_id, connection_id } = log;
      const input = { client_id, ...query, after, count: shownMax };
      return { log, query, ...(await askFor(listRequests, visit, { params: { connection_id }, input })) };
    },
    show({ log, query, connection, items, next }, visit, form) {
      const t = texts(visit);
      return (
        <Layout
          title={t(log.client_id === undefined ? 'log_of' : 'log_for', {
            name: <Name>{receiverName(log, connection)}</Name>,
          })}
          visit={visit}
          trail={logTrail(log, connection, visit)}
        >
          <Section title={t('filter')}>
            <RequestFilter form={form} query={query} />
          </Section>
          <RequestsSection
            {...{ items, next, query, timezone: visit.user.timezone, path: requestLogPath(log) }}
            pathOf={({ id }) => `${requestLogPath(log)}/${id}`}
          />
        </Layout>
      );
    },
  });

/** The request log of a connection (docs/api/back-office.md#request-log). */
export const requestLogPages = requestLogPaths.flatMap(requestLogPage);
