import type { Menu } from '@order-hub/shared/menu-calls';
import type { Catalog } from '../catalogs/catalog.ts';

/** A catalog as pages name it. */
export const viewMenu = ({ id, name, location_id }: Catalog, mayChange: boolean): Menu => ({
  id,
  name,
  is_shared: location_id === null,
  may_change: mayChange,
});
