import { consumer } from '@order-hub/shared/consumer';
import { movedLocations } from '@order-hub/shared/moved-locations';
import type { Repeating } from '@order-hub/shared/repeating';
import { upsertTimezones } from './location-timezone.store.ts';

type Deps = { refreshing: Pick<Repeating, 'wake'> };

/**
 * Stores the new timezone of a location, and has its catalogs refreshed (docs/api/conventions.md#times).
 */
export const storeTimezones = consumer('location', async (messages, { refreshing }: Deps, trx) => {
  const moved = movedLocations(messages);
  if (moved.length === 0) return undefined;
  await upsertTimezones(trx, moved);
  return () => refreshing.wake();
});
