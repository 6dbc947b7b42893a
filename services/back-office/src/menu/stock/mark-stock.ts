import type { UserVisit } from '@order-hub/pages/visit';
import { formatTime } from '@order-hub/shared/times';
import type { CallApi } from '../../api/open-api.ts';
import type { MenuIds } from '../menu-path.ts';
import { nextMorning } from './next-morning.ts';

/** Sold out until tomorrow, until told, or available again. */
export const untilChoices = ['tomorrow', 'told', 'again'] as const;

const notices = { tomorrow: 'now_sold_out_until_tomorrow', told: 'now_sold_out', again: 'now_available' } as const;

type Marked = {
  until: (typeof untilChoices)[number];
  names: readonly ({ sku_ref: string } | { option_ref: string })[];
};

/** Changes the inventory of the location. Returns the key of the message that says so. */
export async function markStock(
  { callApi }: { callApi: CallApi },
  visit: UserVisit,
  { location_id, catalog_id }: MenuIds,
  { until, names }: Marked,
) {
  const { timezone, cutoff_time } = await callApi('retrieveLocation', visit, { location_id });
  const expires_at =
    until === 'tomorrow' ? formatTime(nextMorning(visit.now, timezone.name, cutoff_time), timezone.name) : null;
  const stock = until === 'again' ? null : '0';
  const body = names.map((name) => ({ ...name, stock, expires_at }));
  await callApi('updateInventory', visit, { catalog_id, location_id, body });
  return notices[until];
}
