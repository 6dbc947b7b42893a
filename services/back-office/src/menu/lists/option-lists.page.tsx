import { page } from '@order-hub/pages/page';
import type { AskFor } from '@order-hub/shared/principal-call';
import { everyRole } from '@order-hub/shared/roles';
import { optionListsPath } from '../menu-path.ts';
import { listQuery, loadParts, PartList } from './part-list.tsx';

/** The option lists of a menu. */
export const optionListsPage = page('/back-office/locations/:location_id/menus/:catalog_id/option-lists', {
  summary: 'The option lists of a menu',
  who: 'user',
  roles: everyRole,
  query: listQuery,
  load: ({ params: ids, query: { skip } }, visit, deps: { askFor: AskFor }) =>
    loadParts(deps, visit, { ids, kind: 'option_list', skip }),
  show: (list, visit) => <PartList {...list} visit={visit} path={optionListsPath(list.ids)} />,
});
