import type { UserVisit } from '@order-hub/pages/visit';
import { formatTime } from '@order-hub/shared/times';
import type { CallApi } from '../../api/open-api.ts';
import type { MenuIds } from '../menu-path.ts';
import { nextMorning } from './next-morning.ts';

/** Sold out until tomorrow, until told, or available again. */
export const untilChoices = ['tomorrow', 'told', 'again'] as const;

export type Until = (typeof untilChoices)[number];

type Marked = {
  until: Until;
  names: readonly ({ sku_ref: string } | { option_ref: string })[];
};

/** Changes the inventory of the location. */
export async function markStock(
  { callApi }: { callApi: CallApi },
  visit: UserVisit,
  { location_id, catalog_id }: MenuIds,
  { until, names }: Marked,
): Promise<void> {
  const { timezone, cutoff_time } = await callApi('retrieveLocation', visit, { location_id });
  const expires_at =
    until === 'tomorrow' ? formatTime(nextMorning(visit.now, timezone.name, cutoff_time), timezone.name) : null;
  const stock = until === 'again' ? null : '0';
  const body = names.map((name) => ({ ...name, stock, expires_at }));
  await callApi('updateInventory', visit, { catalog_id, location_id, body });
}
