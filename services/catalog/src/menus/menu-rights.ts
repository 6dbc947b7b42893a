/** Who may change a menu. */
import type { Principal } from '@order-hub/shared/principal';
import type { Catalog } from '../catalogs/catalog.ts';

/**
 * Whether the role of a user allows a change of a menu. All locations of the account share a menu of the account, so only its
 * owner changes that.
 */
export const mayChange = ({ place }: Principal, { location_id }: Pick<Catalog, 'location_id'>): boolean =>
  place?.role === 'owner' || (place?.role === 'manager' && location_id !== null);
