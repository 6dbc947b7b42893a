import { listLocations } from '@order-hub/shared/management/locations';
import { listUserConnections } from '@order-hub/shared/management/connections';
import { retrieveAccount } from '@order-hub/shared/management/accounts';
import type { AskFor } from '@order-hub/shared/principal-call';
import { ConnectionsSection, connectionsQuery, connectionsShownMax } from '../connections/connections-section.tsx';
import { LocationTable } from '../locations/location-table.tsx';
import { afterQuery } from '../queries/after-query.ts';
import { Empty, Facts, More, Notice, Section } from '@order-hub/pages/elements';
import { formats } from '@order-hub/pages/formats';
import { Layout } from '@order-hub/pages/layout';
import { page } from '@order-hub/pages/page';
import { accountPath } from '../paths/account-path.ts';
import { AccountPeopleSection } from '../people/people-links.tsx';
import { texts } from './texts.ts';
import { StateTag } from '../suspensions/state-tag.tsx';

const locationsShownMax = 50;

/** An account, and the locations that belong to it. */
export const accountPage = page('/back-office/accounts/:account_id', {
  summary: 'An account',
  who: 'user',
  query: { ...afterQuery, ...connectionsQuery },
  async load({ params: { account_id }, query }, visit, { askFor }: { askFor: AskFor }) {
    const locationsInput = { account_id, after: query.after, count: locationsShownMax };
    const connectionsInput = { account_id, after: query.connections_after, count: connectionsShownMax };
    const [account, locations, connections] = await Promise.all([
      askFor(retrieveAccount, visit, { params: { account_id } }),
      askFor(listLocations, visit, { params: {}, input: locationsInput }),
      askFor(listUserConnections, visit, { params: {}, input: connectionsInput }),
    ]);
    return { account, locations, connections };
  },
  show: ({ account, locations, connections }, visit) => {
    const t = texts(visit);
    const { id, name, currency, locations: count } = account;
    const suspended = account.suspended_at !== null;
    return (
      <Layout title={name} visit={visit} trail={[{ label: t('accounts'), href: '/back-office' }]}>
        {suspended && (
          <Notice tone="bad">
            <p>{t('suspended')}</p>
          </Notice>
        )}
        <Section title={t('locations')} action={{ label: t('new_location'), href: `${accountPath(id)}/locations/new` }}>
          {locations.items.length === 0 ? (
            <Empty>{t('no_location')}</Empty>
          ) : (
            <LocationTable locations={locations.items} />
          )}
          <More path={accountPath(id)} after={locations.next} />
        </Section>
        <Section title={t('about')} action={{ label: t('rename'), href: `${accountPath(id)}/update` }}>
          <Facts
            facts={[
              [t('state'), <StateTag suspended={suspended} />],
              [t('currency'), formats(visit).currency(currency)],
              [t('locations'), count],
              [t('account_id'), <code>{id}</code>],
            ]}
          />
        </Section>
        <ConnectionsSection connections={connections} visit={visit} />
        <AccountPeopleSection account_id={id} visit={visit} />
        <Section title={t('audit')} action={{ label: t('audit'), href: `${accountPath(id)}/audit` }}>
          <p>{t('about_audit')}</p>
        </Section>
      </Layout>
    );
  },
});
