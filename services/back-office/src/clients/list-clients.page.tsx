import { Empty, Section, Table, When } from '@order-hub/pages/elements';
import { Layout } from '@order-hub/pages/layout';
import { page } from '@order-hub/pages/page';
import { clientPath, clientsPath } from './client-path.ts';
import { clientsMax } from './client.ts';
import { listOwnClients } from './list-own-clients.ts';

const newClient = { label: 'New client', href: `${clientsPath}/new` };

export const listClientsPage = page('/back-office/clients', {
  summary: 'The clients of the user',
  who: 'user',
  load: (_given, { user }, { db }) => listOwnClients(db, user),
  show: (clients, visit) => (
    <Layout title="Clients" visit={visit}>
      <Section title="Your clients" {...(clients.length < clientsMax && { action: newClient })}>
        {clients.length === 0 ? (
          <Empty>
            A client is an application that calls the API. You have none yet: register one, and you get the id and the
            secret with which it asks people for access.
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
        {clients.length >= clientsMax && <p class="hint">These are as many clients as one person can have.</p>}
      </Section>
    </Layout>
  ),
});
