import { Empty, Section, Table, When } from '@order-hub/pages/elements';
import { Layout } from '@order-hub/pages/layout';
import { page } from '@order-hub/pages/page';
import { clientPath, clientsPath } from '../paths/client-path.ts';
import { listClients } from '@order-hub/shared/management/clients';
import type { AskFor } from '@order-hub/shared/principal-call';

const newClient = { label: 'New client', href: `${clientsPath}/new` };

export const clientsPage = page('/back-office/clients', {
  summary: 'The clients of the user',
  who: 'user',
  load: (_input, visit, { askFor }: { askFor: AskFor }) => askFor(listClients, visit, { params: {} }),
  show: ({ items: clients, max }, visit) => (
    <Layout title="Clients" visit={visit}>
      <Section title="Your clients" {...(clients.length < max && { action: newClient })}>
        {clients.length === 0 ? (
          <Empty>
            A client is an app that calls the API. You have none yet: register one to get the id and the secret with
            which it asks people for access.
          </Empty>
        ) : (
          <Table
            label="Your clients"
            heads={['Name', 'Client id', 'Registered']}
            rows={clients.map(({ id, name, created_at }) => [
              <a href={clientPath(id)}>{name}</a>,
              <code>{id}</code>,
              <When at={created_at} timezone={visit.user.timezone} />,
            ])}
          />
        )}
        {clients.length >= max && <p class="hint">You have as many clients as a user can have.</p>}
      </Section>
    </Layout>
  ),
});
