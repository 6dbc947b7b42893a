import { Name, Section } from '@order-hub/pages/elements';
import { Form } from '@order-hub/pages/form';
import { Layout } from '@order-hub/pages/layout';
import { page } from '@order-hub/pages/page';
import { goTo } from '@order-hub/pages/replies';
import { disconnectConnection, retrieveConnection } from '@order-hub/shared/management/connections';
import type { AskFor } from '@order-hub/shared/principal-call';
import { connectionPath, connectionTrail } from '../paths/connection-path.ts';
import { texts } from './texts.ts';

export const disconnectConnectionPage = page('/back-office/connections/:connection_id/disconnect', {
  summary: 'End a connection for good',
  who: 'user',
  load: ({ params }, visit, { askFor }: { askFor: AskFor }) => askFor(retrieveConnection, visit, { params }),
  show(connection, visit, form) {
    const t = texts(visit);
    return (
      <Layout
        title={t('disconnect_named', { name: <Name>{connection.client_name}</Name> })}
        visit={visit}
        trail={connectionTrail(connection, visit)}
      >
        <Section title={t('what_happens')}>
          <ul>
            <li>{t('disconnect_token')}</li>
            <li>{t('disconnect_events')}</li>
            <li>{t('disconnect_data')}</li>
            <li>{t('disconnect_again')}</li>
          </ul>
          <Form
            visit={visit}
            form={form}
            submit={t('disconnect_for_good')}
            danger
            cancel={connectionPath(connection.id)}
          />
        </Section>
      </Layout>
    );
  },
  async submit({ params }, visit, { askFor }) {
    await askFor(disconnectConnection, visit, { params });
    return goTo(visit, connectionPath(params.connection_id), { notice: texts(visit)('was_disconnected') });
  },
});
