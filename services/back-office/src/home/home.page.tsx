import { listAccounts, type ListedAccount } from '@order-hub/shared/management/accounts';
import { listLocations, type ManagedLocation } from '@order-hub/shared/management/locations';
import { accountPath } from '../paths/account-path.ts';
import { LocationTable } from '../locations/location-table.tsx';
import { afterQuery } from '../paths/after-query.ts';
import { Empty, More, Section, Table } from '@order-hub/pages/elements';
import { Layout } from '@order-hub/pages/layout';
import { page } from '@order-hub/pages/page';
import { StateTag } from '../suspensions/state-tag.tsx';
import { findTestShop, type TestShopDeps } from '../test-shops/find-test-shop.ts';
import { MakeShopForm, type ShopOffer } from '../test-shops/make-shop-form.tsx';
import { testShopPath } from '../paths/test-shop-path.ts';
import type { UserVisit } from '@order-hub/pages/visit';
import { texts } from './texts.ts';
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
  const t = texts(useLanguage());
  return (
    <Table
      label={t('your_accounts')}
      heads={[t('account'), t('locations'), t('currency'), t('state')]}
      rows={accounts.map(({ id, name, locations, currency, suspended }) => [
        <a href={accountPath(id)}>{name}</a>,
        locations,
        currency,
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
      {!hasShop && <MakeShopForm visit={visit} offer={offer} />}
    </Section>
  );
};

/** The accounts of a user. */
export const homePage = page('/back-office', {
  summary: 'The accounts of the user',
  who: 'user',
  query: afterQuery,
  async load({ query: { after } }, visit, deps: TestShopDeps) {
    const { askFor } = deps;
    const [accounts, locations, { shop, offer }] = await Promise.all([
      askFor(listAccounts, visit, { params: {}, input: { after, count: shownMax } }),
      askFor(listLocations, visit, { params: {}, input: { count: locationsShownMax } }),
      findTestShop(deps, visit),
    ]);
    const isOnly = after === undefined && accounts.items.length === 1;
    return { ...accounts, only: isOnly ? accounts.items[0] : undefined, locations: locations.items, shop, offer };
  },
  show({ items, next, only, locations, shop, offer }, visit) {
    const t = texts(visit);
    return (
      <Layout title={t('accounts')} visit={visit}>
        {items.length === 0 && <NoAccount />}
        {only && <OneAccount account={only} locations={locations} />}
        {items.length > 0 && !only && (
          <Section title={t('your_accounts')} action={{ label: t('new_account'), href: toAdd }}>
            <AccountTable accounts={items} />
            <More path="/back-office" after={next} />
          </Section>
        )}
        {offer !== 'none' && <TestShopSection hasShop={shop !== null} offer={offer} visit={visit} />}
      </Layout>
    );
  },
});
