import { afterQuery } from '../paths/after-query.ts';
import { Empty, Facts, More, Name, Section, Table, When } from '@order-hub/pages/elements';
import { Layout } from '@order-hub/pages/layout';
import { page } from '@order-hub/pages/page';
import { countedConnectionsMax, retrieveAccount, type ManagedAccount } from '@order-hub/shared/management/accounts';
import { listLocations, type ManagedLocation } from '@order-hub/shared/management/locations';
import type { AskFor } from '@order-hub/shared/principal-call';
import { backlogPath, operatedAccountPath, operatorAuditPath, operatorPath } from '../paths/operator-path.ts';
import { LocationTag, StateTag } from '../suspensions/state-tag.tsx';

const Owner = ({ owner_name, owner_email }: ManagedAccount) => (
  <>
    {owner_name && (
      <>
        <Name>{owner_name}</Name>,{' '}
      </>
    )}
    <Name>{owner_email}</Name>
  </>
);

const AccountFacts = ({ account, timezone }: { account: ManagedAccount; timezone: string }) => (
  <Facts
    facts={[
      [
        'State',
        <>
          <StateTag suspended={account.suspended_at !== null} />
          {account.suspended_at && (
            <>
              {' since '}
              <When at={account.suspended_at} timezone={timezone} />
            </>
          )}
        </>,
      ],
      ['Owner', <Owner {...account} />],
      ['Currency', account.currency],
      ['Created', <When at={account.created_at} timezone={timezone} />],
      ['Locations', account.locations],
      [
        'Connections',
        account.connections > countedConnectionsMax ? `more than ${countedConnectionsMax}` : account.connections,
      ],
      ['Account id', <code>{account.id}</code>],
      ['User id of the owner', <code>{account.user_id}</code>],
    ]}
  />
);

const Locations = ({ locations }: { locations: readonly ManagedLocation[] }) => (
  <Table
    label="Locations"
    heads={['Location', 'City', 'State', 'Id', '']}
    rows={locations.map((location) => {
      const verb = location.suspended ? 'resume' : 'suspend';
      return [
        location.name,
        location.city ?? '–',
        <LocationTag {...location} />,
        <code>{location.id}</code>,
        <a href={`${operatorPath}/locations/${location.id}/${verb}`}>{location.suspended ? 'Resume' : 'Suspend'}</a>,
      ];
    })}
  />
);

const shownMax = 50;

/** Any account: what operators see of it, and how they suspend it. */
export const operatedAccountPage = page('/back-office/operator/accounts/:account_id', {
  summary: 'An account, for operators',
  who: 'operator',
  query: afterQuery,
  async load({ params: { account_id }, query: { after } }, visit, { askFor }: { askFor: AskFor }) {
    const [account, locations] = await Promise.all([
      askFor(retrieveAccount, visit, { params: { account_id } }),
      askFor(listLocations, visit, { params: {}, input: { account_id, after, count: shownMax } }),
    ]);
    return { account, locations };
  },
  show: ({ account, locations: { items, next } }, visit) => {
    const path = operatedAccountPath(account.id);
    const { timezone } = visit.user;
    return (
      <Layout
        title={
          <>
            <Name>{account.name}</Name>, for operators
          </>
        }
        visit={visit}
        trail={[{ label: 'Operator', href: operatorPath }]}
      >
        <Section title="About the account">
          <AccountFacts account={account} timezone={timezone} />
          <p class="actions">
            {account.suspended_at === null ? (
              <a class="button danger" href={`${path}/suspend`}>
                Suspend the account
              </a>
            ) : (
              <a class="button primary" href={`${path}/resume`}>
                Resume the account
              </a>
            )}
            <a class="button" href={`${operatorAuditPath}?account=${account.id}`}>
              Audit of the account
            </a>
            <a class="button" href={`${operatorAuditPath}?by=${account.user_id}`}>
              What the owner did
            </a>
            <a class="button" href={`${backlogPath}?account=${account.id}`}>
              Backlog of the account
            </a>
          </p>
        </Section>
        <Section title="Locations">
          {items.length === 0 ? (
            <Empty>The account has no locations. Its owner adds them.</Empty>
          ) : (
            <Locations locations={items} />
          )}
          <More path={path} after={next} />
        </Section>
      </Layout>
    );
  },
});
