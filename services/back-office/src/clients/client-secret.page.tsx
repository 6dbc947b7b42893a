import { Name, Notice, Section } from '@order-hub/pages/elements';
import { Layout } from '@order-hub/pages/layout';
import { page } from '@order-hub/pages/page';
import { clientPath, clientTrail } from '../paths/client-path.ts';
import { showClientSecret } from '@order-hub/shared/management/clients';
import type { AskFor } from '@order-hub/shared/principal-call';

/** The secret is only in the text of the page, where it can be selected; no cache keeps the page. */
export const clientSecretPage = page('/back-office/clients/:client_id/secret', {
  summary: 'The secret of a client',
  who: 'confirmed',
  async load({ params }, visit, { askFor }: { askFor: AskFor }) {
    return { id: params.client_id, ...(await askFor(showClientSecret, visit, { params })) };
  },
  show: ({ id, name, client_secret }, visit) => (
    <Layout
      title={
        <>
          Secret of <Name>{name}</Name>
        </>
      }
      visit={visit}
      trail={clientTrail({ id, name })}
    >
      <Section title="Client secret">
        <pre>{client_secret}</pre>
        <p>
          Anyone who has it can act as your app. Keep it on your server, and out of published code. You also check the
          signature of callbacks with it.
        </p>
        <Notice tone="quiet">
          <p>Has someone else seen it? Create a new one: the old one stops working at once.</p>
        </Notice>
        <p class="actions">
          <a class="button" href={clientPath(id)}>
            Back to the client
          </a>
          <a class="button danger" href={`${clientPath(id)}/rotate-secret`}>
            Create a new secret
          </a>
        </p>
      </Section>
    </Layout>
  ),
});
