import { Empty, Name, Section, Table, Tag } from '@order-hub/pages/elements';
import { Layout } from '@order-hub/pages/layout';
import type { UserVisit } from '@order-hub/pages/visit';
import type { Menu } from '@order-hub/shared/menu-calls';
import { listMenuParts, menuPartsMax, type MenuPart, type MenuPartKind } from '@order-hub/shared/menu-part-calls';
import type { AskFor } from '@order-hub/shared/principal-call';
import { querySkip } from '@order-hub/shared/query-integer';
import { locationPath } from '../../paths/location-path.ts';
import { menuPath, type MenuIds } from '../menu-path.ts';
import { SharedNotice } from '../shared-notice.tsx';
import { texts } from '../texts.ts';

const placeMax = 100_000;

/** How many parts come before the page. */
export const listQuery = { skip: querySkip(placeMax).default(0) };

/** The parts of a kind on a page. */
export async function loadParts(
  { askFor }: { askFor: AskFor },
  visit: UserVisit,
  { ids, kind, skip }: { ids: MenuIds; kind: MenuPartKind; skip: number },
) {
  const { catalog_id } = ids;
  return {
    ids,
    kind,
    skip,
    ...(await askFor(listMenuParts, visit, { params: { catalog_id }, input: { kind, skip } })),
  };
}

type ListProps = {
  ids: MenuIds;
  kind: MenuPartKind;
  skip: number;
  menu: Menu;
  parts: readonly MenuPart[];
  count: number;
  visit: UserVisit;
  /** The list's own path, and that of one of its parts. */
  path: string;
};

const words = {
  option_list: { title: 'option_lists', empty: 'no_option_list', members: 'options_count' },
  deal: { title: 'deals', empty: 'no_deal', members: 'lines_count' },
  category: { title: 'categories', empty: 'no_category', members: 'options_count' },
} as const;

const Pages = ({ path, skip, count, visit }: Pick<ListProps, 'path' | 'skip' | 'count' | 'visit'>) => {
  const t = texts(visit);
  return (
    <p class="actions">
      {skip > 0 && (
        <a class="button" href={`${path}?skip=${Math.max(0, skip - menuPartsMax)}`}>
          {t('previous')}
        </a>
      )}
      {skip + menuPartsMax < count && (
        <a class="button" href={`${path}?skip=${skip + menuPartsMax}`}>
          {t('more')}
        </a>
      )}
    </p>
  );
};

const Rows = ({ parts, kind, path, visit }: Pick<ListProps, 'parts' | 'kind' | 'path' | 'visit'>) => {
  const t = texts(visit);
  const name = ({ id, name: text, is_enabled }: MenuPart) => (
    <>
      <a href={`${path}/${id}`}>{text}</a> {!is_enabled && <Tag tone="quiet">{t('off')}</Tag>}
    </>
  );
  const rows = parts.map((part) =>
    kind === 'category' ? [name(part)] : [name(part), t(words[kind].members, { count: part.members ?? 0 })],
  );
  const heads = kind === 'category' ? [t('name')] : [t('name'), t(kind === 'deal' ? 'lines' : 'options')];
  return <Table label={t(words[kind].title)} heads={heads} rows={rows} />;
};

/** The option lists, deals or categories of a menu. */
export const PartList = ({ ids, kind, skip, menu, parts, count, visit, path }: ListProps) => {
  const t = texts(visit);
  return (
    <Layout
      title={t(words[kind].title)}
      visit={visit}
      trail={[
        { label: visit.place?.location_name ?? '', href: locationPath(ids.location_id) },
        { label: menu.name, href: menuPath(ids) },
      ]}
    >
      <SharedNotice menu={menu} visit={visit} />
      <Section title={<Name>{menu.name}</Name>}>
        {parts.length === 0 ? (
          <Empty>{t(words[kind].empty)}</Empty>
        ) : (
          <Rows parts={parts} kind={kind} path={path} visit={visit} />
        )}
        <Pages path={path} skip={skip} count={count} visit={visit} />
      </Section>
    </Layout>
  );
};
