import { page } from '@order-hub/pages/page';
import type { AskFor } from '@order-hub/shared/principal-call';
import { everyRole } from '@order-hub/shared/roles';
import { categoriesPath } from '../menu-path.ts';
import { listQuery, loadParts, PartList } from './part-list.tsx';

/** The categories of a menu. */
export const categoriesPage = page('/back-office/locations/:location_id/menus/:catalog_id/categories', {
  summary: 'The categories of a menu',
  who: 'user',
  roles: everyRole,
  query: listQuery,
  load: ({ params: ids, query: { skip } }, visit, deps: { askFor: AskFor }) =>
    loadParts(deps, visit, { ids, kind: 'category', skip }),
  show: (list, visit) => <PartList {...list} visit={visit} path={categoriesPath(list.ids)} />,
});
