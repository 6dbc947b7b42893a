import { Name, Notice, Section } from '@order-hub/pages/elements';
import { Layout } from '@order-hub/pages/layout';
import { page } from '@order-hub/pages/page';
import { clientPath, clientTrail } from '../paths/client-path.ts';
import { showClientSecret } from '@order-hub/shared/management/clients';
import type { AskFor } from '@order-hub/shared/principal-call';
import { texts } from './texts.ts';

/** The secret is only in the text of the page, where it can be selected; no cache keeps the page. */
export const clientSecretPage = page('/back-office/clients/:client_id/secret', {
  summary: 'The secret of a client',
  who: 'confirmed',
  async load({ params }, visit, { askFor }: { askFor: AskFor }) {
    return { id: params.client_id, ...(await askFor(showClientSecret, visit, { params })) };
  },
  show({ id, name, client_secret }, visit) {
    const t = texts(visit);
    return (
      <Layout
        title={t('secret_of', { name: <Name>{name}</Name> })}
        visit={visit}
        trail={clientTrail({ id, name }, visit)}
      >
        <Section title={t('client_secret')}>
          <pre>{client_secret}</pre>
          <p>{t('about_secret')}</p>
          <Notice tone="quiet">
            <p>{t('seen_secret')}</p>
          </Notice>
          <p class="actions">
            <a class="button" href={clientPath(id)}>
              {t('back_to_client')}
            </a>
            <a class="button danger" href={`${clientPath(id)}/rotate-secret`}>
              {t('create_secret')}
            </a>
          </p>
        </Section>
      </Layout>
    );
  },
});
