import { Name, Section } from '@order-hub/pages/elements';
import { Form } from '@order-hub/pages/form';
import { Layout } from '@order-hub/pages/layout';
import { page } from '@order-hub/pages/page';
import { goTo } from '@order-hub/pages/replies';
import { unblockConnection, retrieveConnection } from '@order-hub/shared/management/connections';
import type { AskFor } from '@order-hub/shared/principal-call';
import { connectionPath, connectionTrail } from '../paths/connection-path.ts';
import { texts } from './texts.ts';

export const unblockConnectionPage = page('/back-office/connections/:connection_id/unblock', {
  summary: 'Unblock a connection',
  who: 'user',
  load: ({ params }, visit, { askFor }: { askFor: AskFor }) => askFor(retrieveConnection, visit, { params }),
  show(connection, visit, form) {
    const t = texts(visit);
    return (
      <Layout
        title={t('unblock_named', { name: <Name>{connection.client_name}</Name> })}
        visit={visit}
        trail={connectionTrail(connection, visit)}
      >
        <Section title={t('what_happens')}>
          <ul>
            <li>{t('unblock_calls')}</li>
            <li>{t('unblock_events')}</li>
          </ul>
          <Form visit={visit} form={form} submit={t('unblock')} cancel={connectionPath(connection.id)} />
        </Section>
      </Layout>
    );
  },
  async submit({ params }, visit, { askFor }) {
    await askFor(unblockConnection, visit, { params });
    return goTo(visit, connectionPath(params.connection_id), { notice: texts(visit)('works_again') });
  },
});
