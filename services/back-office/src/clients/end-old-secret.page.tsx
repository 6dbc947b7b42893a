import { Name, Section, When } from '@order-hub/pages/elements';
import { Form } from '@order-hub/pages/form';
import { Layout } from '@order-hub/pages/layout';
import { page } from '@order-hub/pages/page';
import { goTo } from '@order-hub/pages/replies';
import { endOldSecret, retrieveClient } from '@order-hub/shared/management/clients';
import type { AskFor } from '@order-hub/shared/principal-call';
import { clientPath, clientTrail } from '../paths/client-path.ts';
import { texts } from './texts.ts';

/** Ends the secret that a client kept at its last rotation (docs/api/back-office.md#client-secrets). */
export const endOldSecretPage = page('/back-office/clients/:client_id/end-old-secret', {
  summary: 'End the old secret of a client',
  who: 'confirmed',
  load: ({ params }, visit, { askFor }: { askFor: AskFor }) => askFor(retrieveClient, visit, { params }),
  show(client, visit, form) {
    const t = texts(visit);
    const { old_secret_until: until } = client;
    return (
      <Layout
        title={t('end_old_of', { name: <Name>{client.name}</Name> })}
        visit={visit}
        trail={clientTrail(client, visit)}
      >
        <Section title={t('what_happens')}>
          {until === null ? (
            <p>{t('no_old_secret')}</p>
          ) : (
            <p>{t('old_until', { time: <When at={until} timezone={visit.user.timezone} /> })}</p>
          )}
          <p>{t('end_old_means')}</p>
          <Form visit={visit} form={form} submit={t('end_old')} danger cancel={clientPath(client.id)} />
        </Section>
      </Layout>
    );
  },
  async submit({ params }, visit, { askFor }) {
    await askFor(endOldSecret, visit, { params });
    return goTo(visit, clientPath(params.client_id), { notice: texts(visit)('old_ended') });
  },
});
