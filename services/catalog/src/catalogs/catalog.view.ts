import { timeOfId } from '@order-hub/shared/ids';
import { formatTime } from '@order-hub/shared/times';
import type { Catalog } from './catalog.ts';

/** A catalog without its content: of a location or of an account. */
export const viewCatalog = ({ id, name, account_id, location_id, timezone }: Catalog) => ({
  id,
  name,
  ...(location_id === null ? { account_id } : { location_id }),
  created_at: formatTime(timeOfId(id), timezone),
});
