import { Empty, Name, Section } from '@order-hub/pages/elements';
import { QueryForm, TextField } from '@order-hub/pages/form';
import { Layout } from '@order-hub/pages/layout';
import { page } from '@order-hub/pages/page';
import type { UserVisit } from '@order-hub/pages/visit';
import { browseMenu, menuPageMax, type MenuCategory, type MenuProduct } from '@order-hub/shared/menu-calls';
import { skipUpTo } from '@order-hub/shared/management/page';
import type { AskFor } from '@order-hub/shared/principal-call';
import { everyRole } from '@order-hub/shared/roles';
import { searchedText, textUpTo } from '@order-hub/shared/texts';
import { locationPath } from '../paths/location-path.ts';
import {
  categoriesPath,
  dealsPath,
  filteredMenuPath,
  menuPath,
  optionListPath,
  optionListsPath,
  type MenuFilters,
  type MenuIds,
} from './menu-path.ts';
import { ProductCard } from './product-card.tsx';
import { SharedNotice } from './shared-notice.tsx';
import { texts } from './texts.ts';

const placeMax = 100_000;

const query = {
  search: searchedText.optional(),
  category: textUpTo(64).optional(),
  skip: skipUpTo(placeMax),
};

type ListProps = { ids: MenuIds; filters: MenuFilters; visit: UserVisit };

const nothingEntered = { values: {}, faults: [] };

const Categories = ({
  categories,
  found,
  ids,
  filters,
  visit,
}: ListProps & { categories: readonly MenuCategory[]; found: number }) => {
  const t = texts(visit);
  const link = (category: string | undefined, label: string, count: number) => (
    <li>
      <a
        href={filteredMenuPath(ids, { search: filters.search, category })}
        aria-current={category === filters.category ? 'true' : undefined}
      >
        {label} <small>{count}</small>
      </a>
    </li>
  );
  return (
    <nav class="chips" aria-label={t('categories')}>
      <ul>
        {link(undefined, t('all'), found)}
        {categories.filter(({ products }) => products > 0).map(({ id, name, products }) => link(id, name, products))}
      </ul>
    </nav>
  );
};

const Pages = ({ ids, filters, found_here, visit }: ListProps & { found_here: number }) => {
  const t = texts(visit);
  const { skip = 0 } = filters;
  const at = (place: number) => filteredMenuPath(ids, { ...filters, skip: place });
  return (
    <p class="actions">
      {skip > 0 && (
        <a class="button" href={at(Math.max(0, skip - menuPageMax))}>
          {t('previous')}
        </a>
      )}
      {skip + menuPageMax < found_here && (
        <a class="button" href={at(skip + menuPageMax)}>
          {t('more')}
        </a>
      )}
    </p>
  );
};

const Products = ({ products, ids, filters, visit }: ListProps & { products: readonly MenuProduct[] }) => {
  if (products.length === 0) return <Empty>{texts(visit)('nothing_found')}</Empty>;
  return (
    <ul class="dishes">
      {products.map((product) => (
        <ProductCard product={product} ids={ids} visit={visit} back={filteredMenuPath(ids, filters)} />
      ))}
    </ul>
  );
};

const FileSection = ({ ids, visit }: { ids: MenuIds; visit: UserVisit }) => {
  const t = texts(visit);
  return (
    <Section title={t('as_a_file')} action={{ label: t('import'), href: `${menuPath(ids)}/import` }}>
      <p>{t('about_file')}</p>
      <p>
        <a href={`${menuPath(ids)}/export`}>{t('export')}</a>
      </p>
    </Section>
  );
};

/** The parts of a menu besides its products: above them, for there may be many. */
const OtherParts = ({ ids, visit }: { ids: MenuIds; visit: UserVisit }) => {
  const t = texts(visit);
  return (
    <nav aria-label={t('also_in_menu')}>
      <p class="actions">
        <a href={dealsPath(ids)}>{t('deals')}</a>
        <a href={optionListsPath(ids)}>{t('option_lists')}</a>
        <a href={categoriesPath(ids)}>{t('edit_categories')}</a>
      </p>
    </nav>
  );
};

/** Names the option lists of which guests cannot choose as many options as they must. */
const UnreachableLists = ({
  lists,
  ids,
  visit,
}: {
  lists: readonly { id: string; name: string }[];
  ids: MenuIds;
  visit: UserVisit;
}) => {
  if (lists.length === 0) return null;
  const links = lists.map(({ id, name }, at) => (
    <>
      {at > 0 && ', '}
      <a href={optionListPath({ ...ids, option_list_id: id })}>
        <Name>{name}</Name>
      </a>
    </>
  ));
  return <p class="hint">{texts(visit)('unreachable_lists', { lists: <>{links}</> })}</p>;
};

/** A menu as guests see it at the moment. */
export const menuPage = page('/back-office/locations/:location_id/menus/:catalog_id', {
  summary: 'A menu of a location',
  who: 'user',
  roles: everyRole,
  query,
  async load({ params, query: { search, category, skip } }, visit, { askFor }: { askFor: AskFor }) {
    const { catalog_id } = params;
    const shown = await askFor(browseMenu, visit, {
      params: { catalog_id },
      input: { search, category_id: category, skip },
    });
    return { ids: params, filters: { search, category, skip }, ...shown };
  },
  show({ ids, filters, menu, categories, products, unreachable_lists, found, found_here }, visit) {
    const t = texts(visit);
    const list = { ids, filters, visit };
    return (
      <Layout
        title={t('menu_at', {
          menu: <Name>{menu.name}</Name>,
          location: <Name>{visit.place?.location_name ?? ''}</Name>,
        })}
        visit={visit}
        trail={[{ label: visit.place?.location_name ?? '', href: locationPath(ids.location_id) }]}
      >
        <SharedNotice menu={menu} visit={visit} />
        <UnreachableLists lists={unreachable_lists} ids={ids} visit={visit} />
        <section>
          <QueryForm submit={t('search')}>
            <TextField form={nothingEntered} name="search" label={t('search_label')} value={filters.search} />
            {filters.category !== undefined && <input type="hidden" name="category" value={filters.category} />}
          </QueryForm>
          <Categories {...list} categories={categories} found={found} />
          <OtherParts ids={ids} visit={visit} />
        </section>
        <Section title={t('products_found', { count: found_here })}>
          <Products {...list} products={products} />
          <Pages {...list} found_here={found_here} />
        </Section>
        {menu.may_change && <FileSection ids={ids} visit={visit} />}
      </Layout>
    );
  },
});
