import { afterQuery } from '../queries/after-query.ts';
import { Empty, Facts, More, Name, Section, Table, When } from '@order-hub/pages/elements';
import { formats } from '@order-hub/pages/formats';
import { Layout } from '@order-hub/pages/layout';
import { page } from '@order-hub/pages/page';
import { countedConnectionsMax, retrieveAccount, type ManagedAccount } from '@order-hub/shared/management/accounts';
import { listLocations, type ManagedLocation } from '@order-hub/shared/management/locations';
import type { AskFor } from '@order-hub/shared/principal-call';
import { backlogPath, operatedAccountPath, operatorAuditPath, operatorPath } from '../paths/operator-path.ts';
import { LocationTag, StateTag } from '../suspensions/state-tag.tsx';
import { texts } from './texts.ts';
import { useLanguage } from '@order-hub/pages/language-context';

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

const AccountFacts = ({ account, timezone }: { account: ManagedAccount; timezone: string }) => {
  const language = useLanguage();
  const t = texts(language);
  return (
    <Facts
      facts={[
        [
          t('state'),
          <>
            {account.suspended_at ? (
              t('since', {
                state: <StateTag suspended />,
                time: <When at={account.suspended_at} timezone={timezone} />,
              })
            ) : (
              <StateTag suspended={false} />
            )}
          </>,
        ],
        [t('owner'), <Owner {...account} />],
        [t('currency'), formats(language).currency(account.currency)],
        [t('created'), <When at={account.created_at} timezone={timezone} />],
        [t('locations'), account.locations],
        [
          t('connections'),
          account.connections > countedConnectionsMax
            ? t('more_than', { count: countedConnectionsMax })
            : account.connections,
        ],
        [t('account_id'), <code>{account.id}</code>],
        [t('owner_id'), <code>{account.user_id}</code>],
      ]}
    />
  );
};

const Locations = ({ locations }: { locations: readonly ManagedLocation[] }) => {
  const t = texts(useLanguage());
  return (
    <Table
      label={t('locations')}
      heads={[t('location'), t('city'), t('state'), t('id'), '']}
      rows={locations.map((location) => {
        const verb = location.suspended ? 'resume' : 'suspend';
        return [
          location.name,
          location.city === null ? '–' : <Name>{location.city}</Name>,
          <LocationTag {...location} />,
          <code>{location.id}</code>,
          <a href={`${operatorPath}/locations/${location.id}/${verb}`}>
            {location.suspended ? t('resume') : t('suspend')}
          </a>,
        ];
      })}
    />
  );
};

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
  show({ account, locations: { items, next } }, visit) {
    const t = texts(visit);
    const path = operatedAccountPath(account.id);
    const { timezone } = visit.user;
    return (
      <Layout
        title={t('for_operators', { name: <Name>{account.name}</Name> })}
        visit={visit}
        trail={[{ label: t('operator'), href: operatorPath }]}
      >
        <Section title={t('about_account')}>
          <AccountFacts account={account} timezone={timezone} />
          <p class="actions">
            {account.suspended_at === null ? (
              <a class="button danger" href={`${path}/suspend`}>
                {t('suspend_account')}
              </a>
            ) : (
              <a class="button primary" href={`${path}/resume`}>
                {t('resume_account')}
              </a>
            )}
            <a class="button" href={`${operatorAuditPath}?account=${account.id}`}>
              {t('audit_of_account')}
            </a>
            <a class="button" href={`${operatorAuditPath}?by=${account.user_id}`}>
              {t('what_owner_did')}
            </a>
            <a class="button" href={`${backlogPath}?account=${account.id}`}>
              {t('backlog_of_account')}
            </a>
          </p>
        </Section>
        <Section title={t('locations')}>
          {items.length === 0 ? <Empty>{t('no_locations')}</Empty> : <Locations locations={items} />}
          <More path={path} after={next} />
        </Section>
      </Layout>
    );
  },
});
