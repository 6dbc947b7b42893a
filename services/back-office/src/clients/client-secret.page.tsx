import { Notice, Section } from '@order-hub/pages/elements';
import { Layout } from '@order-hub/pages/layout';
import { page } from '@order-hub/pages/page';
import { clientPath, clientTrail } from './client-path.ts';
import { retrieveClientSecret } from './retrieve-client-secret.ts';

/** The secret stands in the text of the page alone, where it can be selected; the page is kept nowhere. */
export const clientSecretPage = page('/back-office/clients/:client_id/secret', {
  summary: 'The secret of a client',
  who: 'confirmed',
  async load({ params: { client_id: id } }, visit, deps) {
    return { id, ...(await retrieveClientSecret(deps, visit, id)) };
  },
  show: ({ id, name, client_secret }, visit) => (
    <Layout title={`Secret of ${name}`} visit={visit} trail={clientTrail({ id, name })}>
      <Section title="Client secret">
        <pre>{client_secret}</pre>
        <p>
          Who has it can speak for your application. Keep it on your server, and out of code that is published. With it
          you also check the signature of callbacks.
        </p>
        <Notice tone="quiet">
          <p>Has somebody seen it who should not? Then make a new one: the old one stops working at once.</p>
        </Notice>
        <p class="actions">
          <a class="button" href={clientPath(id)}>
            Back to the client
          </a>
          <a class="button danger" href={`${clientPath(id)}/rotate-secret`}>
            Make a new secret
          </a>
        </p>
      </Section>
    </Layout>
  ),
});
