import { Empty, Tag } from '@order-hub/pages/elements';
import { Layout } from '@order-hub/pages/layout';
import { page } from '@order-hub/pages/page';
import { goTo } from '@order-hub/pages/replies';
import { listMenus } from '@order-hub/shared/menu-calls';
import type { AskFor } from '@order-hub/shared/principal-call';
import { everyRole } from '@order-hub/shared/roles';
import { locationPath } from '../paths/location-path.ts';
import { menuPath, menusPath } from './menu-path.ts';
import { texts } from './texts.ts';

/** The menus of a location. Most have one, which is shown at once. */
export const menusPage = page('/back-office/locations/:location_id/menus', {
  summary: 'The menus of a location',
  who: 'user',
  roles: everyRole,
  async load({ params: { location_id } }, visit, { askFor }: { askFor: AskFor }) {
    return { location_id, ...(await askFor(listMenus, visit, { params: {} })) };
  },
  show({ location_id, menus }, visit) {
    const t = texts(visit);
    const [only, ...others] = menus;
    if (only && others.length === 0) return goTo(visit, menuPath({ location_id, catalog_id: only.id }));
    return (
      <Layout
        title={t('menus')}
        visit={visit}
        trail={[{ label: visit.place?.location_name ?? '', href: locationPath(location_id) }]}
      >
        <section>
          {menus.length === 0 ? (
            <Empty>{t('no_menu')}</Empty>
          ) : (
            <ul class="plain">
              {menus.map(({ id, name, is_shared }) => (
                <li>
                  <a href={`${menusPath(location_id)}/${id}`}>{name}</a>{' '}
                  {is_shared && <Tag tone="quiet">{t('of_all_locations')}</Tag>}
                </li>
              ))}
            </ul>
          )}
        </section>
      </Layout>
    );
  },
});
