import { afterQuery } from '@order-hub/pages/after-query';
import { Empty, Facts, More, Section, Table, When } from '@order-hub/pages/elements';
import { Layout } from '@order-hub/pages/layout';
import { page } from '@order-hub/pages/page';
import { countedMax, operatedAccountPath, type AnyAccount, type AnyLocation } from './operator.ts';
import { retrieveAnyAccount } from './retrieve-any-account.ts';
import { LocationTag, StateTag } from './state-tag.tsx';

const AccountFacts = ({ account, timezone }: { account: AnyAccount; timezone: string }) => (
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
      ['Owner', [account.owner_name, account.owner_email].filter(Boolean).join(', ')],
      ['Currency', account.currency],
      ['Created', <When at={account.created_at} timezone={timezone} />],
      ['Locations', account.locations],
      ['Connections', account.connections > countedMax ? `more than ${countedMax}` : account.connections],
      ['Account id', <code>{account.id}</code>],
      ['User id of the owner', <code>{account.user_id}</code>],
    ]}
  />
);

const Locations = ({ locations }: { locations: readonly AnyLocation[] }) => (
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
        <a href={`/back-office/operator/locations/${location.id}/${verb}`}>
          {location.suspended ? 'Resume' : 'Suspend'}
        </a>,
      ];
    })}
  />
);

/** An account of whomever: what operators see of it, and the ways to suspend it. */
export const operatedAccountPage = page('/back-office/operator/accounts/:account_id', {
  summary: 'An account, for operators',
  who: 'operator',
  query: afterQuery,
  load: ({ params, query }, _visit, { db }) => retrieveAnyAccount(db, params.account_id, query.after),
  show: ({ account, locations: { items, next } }, visit) => {
    const path = operatedAccountPath(account.id);
    const { timezone } = visit.user;
    const audit = '/back-office/operator/audit';
    return (
      <Layout
        title={`${account.name}, for operators`}
        visit={visit}
        trail={[{ label: 'Operator', href: '/back-office/operator' }]}
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
            <a class="button" href={`${audit}?account=${account.id}`}>
              Audit of the account
            </a>
            <a class="button" href={`${audit}?by=${account.user_id}`}>
              What the owner did
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
