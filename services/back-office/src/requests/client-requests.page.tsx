import { Name, Section } from '@order-hub/pages/elements';
import { Layout } from '@order-hub/pages/layout';
import { page } from '@order-hub/pages/page';
import { listRequestsOfClient } from '@order-hub/shared/management/requests';
import type { AskFor } from '@order-hub/shared/principal-call';
import { givenText } from '../backlog/given-text.ts';
import { clientTrail } from '../paths/client-path.ts';
import { clientRequestsPath, requestLogPath } from '../paths/log-path.ts';
import { RequestFilter, requestQuery } from './request-filter.tsx';
import { RequestsSection, shownMax } from './requests-section.tsx';
import { texts } from './texts.ts';

/** The requests of all connections of a client (docs/api/back-office.md#request-log). */
export const clientRequestsPage = page('/back-office/clients/:client_id/requests', {
  summary: 'The requests of a client',
  who: 'user',
  query: { ...requestQuery, after: givenText },
  async load({ params, query: { after, ...query } }, visit, { askFor }: { askFor: AskFor }) {
    const { client_id } = params;
    const input = { ...query, after, count: shownMax };
    return { client_id, query, ...(await askFor(listRequestsOfClient, visit, { params, input })) };
  },
  show({ client_id, client_name, query, items, next }, visit, form) {
    const t = texts(visit);
    return (
      <Layout
        title={t('all_of', { name: <Name>{client_name}</Name> })}
        visit={visit}
        trail={clientTrail({ id: client_id, name: client_name }, visit)}
      >
        <Section title={t('filter')}>
          <RequestFilter form={form} query={query} />
        </Section>
        <RequestsSection
          {...{ items, next, query, timezone: visit.user.timezone, path: clientRequestsPath(client_id) }}
          pathOf={({ id, connection_id }) => `${requestLogPath({ client_id, connection_id })}/${id}`}
          extra={{
            head: t('place'),
            cell: ({ place, connection_id }) => (
              <a href={requestLogPath({ client_id, connection_id })}>{place ?? connection_id}</a>
            ),
          }}
        />
      </Layout>
    );
  },
});
