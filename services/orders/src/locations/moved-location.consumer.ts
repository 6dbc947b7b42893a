import { consumer } from '@order-hub/shared/consumer';
import { movedLocations } from '@order-hub/shared/moved-locations';
import { upsertTimezones } from './location-timezone.store.ts';

/**
 * Stores the new timezone of a location, for what names no location itself: the list of an account, and the background loops
 * (docs/api/conventions.md#times).
 */
export const storeTimezones = consumer('location', async (messages, _deps: unknown, trx) => {
  const moved = movedLocations(messages);
  if (moved.length > 0) await upsertTimezones(trx, moved);
  return undefined;
});
