import { Empty, Section, Table, When } from '@order-hub/pages/elements';
import { Layout } from '@order-hub/pages/layout';
import { page } from '@order-hub/pages/page';
import { clientPath, clientsPath } from '../paths/client-path.ts';
import { testShopPath } from '../paths/test-shop-path.ts';
import { listClients } from '@order-hub/shared/management/clients';
import type { AskFor } from '@order-hub/shared/principal-call';
import { texts } from './texts.ts';

export const clientsPage = page('/back-office/clients', {
  summary: 'The clients of the user',
  who: 'user',
  load: (_input, visit, { askFor }: { askFor: AskFor }) => askFor(listClients, visit, { params: {} }),
  show({ items: clients, max }, visit) {
    const t = texts(visit);
    return (
      <Layout title={t('clients')} visit={visit}>
        <Section
          title={t('your_clients')}
          {...(clients.length < max && { action: { label: t('new_client'), href: `${clientsPath}/new` } })}
        >
          {clients.length === 0 ? (
            <Empty>{t('no_client')}</Empty>
          ) : (
            <Table
              label={t('your_clients')}
              heads={[t('name'), t('client_id'), t('registered')]}
              rows={clients.map(({ id, name, created_at }) => [
                <a href={clientPath(id)}>{name}</a>,
                <code>{id}</code>,
                <When at={created_at} timezone={visit.user.timezone} />,
              ])}
            />
          )}
          {clients.length >= max && <p class="hint">{t('as_many')}</p>}
          <p>{t('try_in_shop', { link: (text) => <a href={testShopPath}>{text}</a> })}</p>
        </Section>
      </Layout>
    );
  },
});
