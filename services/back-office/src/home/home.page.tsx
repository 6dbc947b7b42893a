import { listAccounts, type ListedAccount } from '@order-hub/shared/management/accounts';
import { listRefusingApps } from '@order-hub/shared/management/connections';
import { listLocations, type ManagedLocation } from '@order-hub/shared/management/locations';
import { listWorkplaces, type Workplace } from '@order-hub/shared/management/members';
import type { Page } from '@order-hub/shared/page';
import { goTo } from '@order-hub/pages/replies';
import { texts as peopleTexts } from '../people/texts.ts';
import { WorkplacesSection, workplacesQuery, workplacesShownMax } from '../people/workplaces-section.tsx';
import { locationPath } from '../paths/location-path.ts';
import { accountPath } from '../paths/account-path.ts';
import { LocationTable } from '../locations/location-table.tsx';
import { unlessUnavailable } from '../queries/unless-unavailable.ts';
import { afterQuery } from '../queries/after-query.ts';
import { Empty, More, Section, Table } from '@order-hub/pages/elements';
import { formats } from '@order-hub/pages/formats';
import { Layout } from '@order-hub/pages/layout';
import { page } from '@order-hub/pages/page';
import { StateTag } from '../suspensions/state-tag.tsx';
import { TodayLink } from '../today/today-link.tsx';
import { findTestShop, type TestShopDeps } from '../test-shops/find-test-shop.ts';
import { MakeShopForm, type ShopOffer } from '../test-shops/make-shop-form.tsx';
import { RefusingApps } from './refusing-apps.tsx';
import { texts } from './texts.ts';
import { testShopPath } from '../paths/test-shop-path.ts';
import type { UserVisit } from '@order-hub/pages/visit';
import { useLanguage } from '@order-hub/pages/language-context';

const shownMax = 100;
const locationsShownMax = 10;

const toAdd = '/back-office/accounts/new';

const NoAccount = () => {
  const t = texts(useLanguage());
  return (
    <Section title={t('your_accounts')} action={{ label: t('new_account'), href: toAdd }}>
      <Empty>{t('no_account')}</Empty>
    </Section>
  );
};

/** A user with one account works in its locations: they are one click away. */
const OneAccount = ({ account, locations }: { account: ListedAccount; locations: readonly ManagedLocation[] }) => {
  const t = texts(useLanguage());
  return (
    <>
      <Section title={account.name} action={{ label: t('open_account'), href: accountPath(account.id) }}>
        {account.suspended && (
          <p>
            <StateTag suspended />
          </p>
        )}
        {locations.length === 0 ? (
          <Empty>
            {t('no_location', { add: (text) => <a href={`${accountPath(account.id)}/locations/new`}>{text}</a> })}
          </Empty>
        ) : (
          <LocationTable locations={locations} />
        )}
        {account.locations > locations.length && (
          <p class="actions">
            <a href={accountPath(account.id)}>{t('all_locations', { count: account.locations })}</a>
          </p>
        )}
      </Section>
      <p>{t('another', { add: (text) => <a href={toAdd}>{text}</a> })}</p>
    </>
  );
};

const AccountTable = ({ accounts }: { accounts: readonly ListedAccount[] }) => {
  const language = useLanguage();
  const t = texts(language);
  return (
    <Table
      label={t('your_accounts')}
      heads={[t('account'), t('locations'), t('currency'), t('state')]}
      rows={accounts.map(({ id, name, locations, currency, suspended }) => [
        <a href={accountPath(id)}>{name}</a>,
        locations,
        formats(language).currency(currency),
        <StateTag suspended={suspended} />,
      ])}
    />
  );
};

/** For developers: a way to their test shop. */
const TestShopSection = ({ hasShop, offer, visit }: { hasShop: boolean; offer: ShopOffer; visit: UserVisit }) => {
  const t = texts(useLanguage());
  return (
    <Section title={t('shop_title')} {...(hasShop && { action: { label: t('your_shop'), href: testShopPath } })}>
      <p>{t('about_shop')}</p>
      {!hasShop && <MakeShopForm visit={visit} offer={offer} minor />}
    </Section>
  );
};

/** Whether the visitor works in the kitchen of one location, and nowhere else. */
const isBoardOnly = (accounts: readonly ListedAccount[], { items: [first, second] }: Page<Workplace>) =>
  accounts.length === 0 && second === undefined && first?.role === 'kitchen';

const boardOf = ({ items: [first] }: Page<Workplace>) => `${locationPath(first?.location_id ?? '')}/orders`;

type Home = {
  items: readonly ListedAccount[];
  next: string | null;
  only: ListedAccount | undefined;
  locations: readonly ManagedLocation[];
};

const Accounts = ({ items, next, only, locations }: Home) => {
  const t = texts(useLanguage());
  if (items.length === 0) return null;
  if (only) return <OneAccount account={only} locations={locations} />;
  return (
    <Section title={t('your_accounts')} action={{ label: t('new_account'), href: toAdd }}>
      <AccountTable accounts={items} />
      <More path="/back-office" after={next} />
    </Section>
  );
};

/** The accounts of a user, and the locations at which the user works for others. */
export const homePage = page('/back-office', {
  summary: 'The accounts of the user',
  who: 'user',
  query: { ...afterQuery, ...workplacesQuery },
  async load({ query: { after, workplaces_after } }, visit, deps: TestShopDeps) {
    const { askFor } = deps;
    const [workplaces, accounts, locations, { shop, offer }, refusing] = await Promise.all([
      askFor(listWorkplaces, visit, { params: {}, input: { after: workplaces_after, count: workplacesShownMax } }),
      askFor(listAccounts, visit, { params: {}, input: { after, count: shownMax } }),
      askFor(listLocations, visit, { params: {}, input: { count: locationsShownMax } }),
      findTestShop(deps, visit),
      unlessUnavailable(askFor(listRefusingApps, visit, { params: {} })),
    ]);
    const isOnly = after === undefined && accounts.items.length === 1;
    const only = isOnly ? accounts.items[0] : undefined;
    return { ...accounts, only, locations: locations.items, workplaces, shop, offer, refusing: refusing?.apps ?? [] };
  },
  show({ workplaces, shop, offer, refusing, ...home }, visit) {
    const t = texts(visit);
    if (visit.notice === null && isBoardOnly(home.items, workplaces)) return goTo(visit, boardOf(workplaces));
    return workplaces.items.length > 0 ? (
      <Layout title={peopleTexts(visit)('your_locations')} visit={visit}>
        <RefusingApps apps={refusing} />
        <WorkplacesSection list={workplaces} visit={visit} />
        <Accounts {...home} />
      </Layout>
    ) : (
      <Layout title={t('accounts')} visit={visit}>
        <RefusingApps apps={refusing} />
        {home.items.length === 0 && <NoAccount />}
        {home.locations.length > 0 && <TodayLink path="/back-office/today" visit={visit} />}
        <Accounts {...home} />
        {offer !== 'none' && <TestShopSection hasShop={shop !== null} offer={offer} visit={visit} />}
      </Layout>
    );
  },
});
