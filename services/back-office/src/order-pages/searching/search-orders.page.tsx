import type { PageDeps } from '@order-hub/pages/declared-page';
import { Name, Notice, Section } from '@order-hub/pages/elements';
import { Layout } from '@order-hub/pages/layout';
import { page } from '@order-hub/pages/page';
import { goTo } from '@order-hub/pages/replies';
import type { UserVisit } from '@order-hub/pages/visit';
import { searchOrders, type OrderFilters } from '@order-hub/shared/order-search-calls';
import type { AskFor } from '@order-hub/shared/principal-call';
import { everyRole } from '@order-hub/shared/roles';
import type { z } from 'zod';
import { locationPath } from '../../paths/location-path.ts';
import { orderExportPath, orderSearchPath } from '../../paths/order-path.ts';
import { texts } from '../texts.ts';
import { FoundOrders } from './found-orders.tsx';
import { sealSearch } from './open-search.ts';
import { SearchEnd } from './search-end.tsx';
import { SearchFields } from './search-fields.tsx';
import { allowedSearch, searcherOf, searchForm, searchIn, searchQuery } from './search-query.ts';

type Deps = PageDeps & { askFor: AskFor };

type Found = z.output<typeof searchOrders.reply> & {
  location_id: string;
  /** Undefined when it could not be opened: then all orders are shown. */
  search: OrderFilters | undefined;
  sealed: string | undefined;
};

/** What was found, and how to go on. */
function Results({ location_id, search = {}, sealed, orders, visit, ...end }: Found & { visit: UserVisit }) {
  const t = texts(visit);
  const isSearch = Object.keys(search).length > 0;
  const mayExport = visit.place?.role !== 'kitchen' && orders.length > 0;
  return (
    <Section title={isSearch ? t('found_orders') : t('all_orders')}>
      <FoundOrders orders={orders} isSearch={isSearch} visit={visit} location_id={location_id} />
      <SearchEnd
        {...end}
        visit={visit}
        nextPath={orderSearchPath(location_id, { search: sealed, before: end.next })}
        exportPath={mayExport ? orderExportPath(location_id, { search: sealed }) : null}
      />
    </Section>
  );
}

/** The orders of a location, by what people know of them (docs/api/back-office.md#orders). */
export const searchOrdersPage = page('/back-office/locations/:location_id/orders/search', {
  summary: 'Search the orders of a location',
  who: 'user',
  roles: everyRole,
  query: searchQuery,
  async load({ params: { location_id }, query }, visit, { askFor, formKeys }: Deps) {
    const search = await searchIn(visit, location_id, query.search, { formKeys });
    const input = { ...search, before: query.before };
    return { location_id, search, sealed: query.search, ...(await askFor(searchOrders, visit, { params: {}, input })) };
  },
  show(data, visit, form) {
    const { location_id } = data;
    const t = texts(visit);
    const name = visit.place?.location_name ?? '';
    return (
      <Layout
        title={t('search_orders_of', { name: <Name>{name}</Name> })}
        visit={visit}
        trail={[
          { label: name, href: locationPath(location_id) },
          { label: t('orders'), href: `${locationPath(location_id)}/orders` },
        ]}
      >
        {data.search === undefined && (
          <Notice tone="quiet">
            <p>{t('search_expired')}</p>
          </Notice>
        )}
        <Section title={t('find')}>
          <SearchFields form={form} search={data.search ?? {}} visit={visit} action={orderSearchPath(location_id)} />
        </Section>
        <Results {...data} visit={visit} />
      </Layout>
    );
  },
  form: searchForm,
  async submit({ params: { location_id }, form }, visit, { formKeys }) {
    const search = await sealSearch(formKeys, searcherOf(visit, location_id), allowedSearch(visit, form));
    return goTo(visit, orderSearchPath(location_id, { search }));
  },
});
