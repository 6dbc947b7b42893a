import { page } from '@order-hub/pages/page';
import type { AskFor } from '@order-hub/shared/principal-call';
import { everyRole } from '@order-hub/shared/roles';
import { dealsPath } from '../menu-path.ts';
import { listQuery, loadParts, PartList } from './part-list.tsx';

/** The deals of a menu. */
export const dealsPage = page('/back-office/locations/:location_id/menus/:catalog_id/deals', {
  summary: 'The deals of a menu',
  who: 'user',
  roles: everyRole,
  query: listQuery,
  load: ({ params: ids, query: { skip } }, visit, deps: { askFor: AskFor }) =>
    loadParts(deps, visit, { ids, kind: 'deal', skip }),
  show: (list, visit) => <PartList {...list} visit={visit} path={dealsPath(list.ids)} />,
});
