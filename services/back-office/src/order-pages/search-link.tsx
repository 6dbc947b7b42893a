import type { UserVisit } from '@order-hub/pages/visit';
import { orderSearchPath } from '../paths/order-path.ts';
import { texts } from './texts.ts';

/** Leads to the search of a location's orders. */
export const SearchLink = ({ location_id, visit }: { location_id: string; visit: UserVisit }) => (
  <p class="actions">
    <a class="button" href={orderSearchPath(location_id)}>
      {texts(visit)('find')}
    </a>
  </p>
);
