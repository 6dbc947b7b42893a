import { Name, Section } from '@order-hub/pages/elements';
import { Form } from '@order-hub/pages/form';
import { Layout } from '@order-hub/pages/layout';
import { page } from '@order-hub/pages/page';
import { goTo } from '@order-hub/pages/replies';
import { blockConnection, retrieveConnection } from '@order-hub/shared/management/connections';
import type { AskFor } from '@order-hub/shared/principal-call';
import { connectionPath, connectionTrail } from '../paths/connection-path.ts';
import { texts } from './texts.ts';

export const blockConnectionPage = page('/back-office/connections/:connection_id/block', {
  summary: 'Block a connection for a while',
  who: 'user',
  load: ({ params }, visit, { askFor }: { askFor: AskFor }) => askFor(retrieveConnection, visit, { params }),
  show(connection, visit, form) {
    const t = texts(visit);
    return (
      <Layout
        title={t('block_named', { name: <Name>{connection.client_name}</Name> })}
        visit={visit}
        trail={connectionTrail(connection, visit)}
      >
        <Section title={t('what_happens')}>
          <ul>
            <li>{t('block_calls')}</li>
            <li>{t('block_events')}</li>
            <li>{t('block_ends')}</li>
          </ul>
          <Form visit={visit} form={form} submit={t('block')} danger cancel={connectionPath(connection.id)} />
        </Section>
      </Layout>
    );
  },
  async submit({ params }, visit, { askFor }) {
    await askFor(blockConnection, visit, { params });
    return goTo(visit, connectionPath(params.connection_id), { notice: texts(visit)('was_blocked') });
  },
});
