import { consumer } from '@order-hub/shared/consumer';
import { movedLocations } from '@order-hub/shared/moved-locations';
import { updateTimezones } from './customer-list.store.ts';

/**
 * Shows the times of a location's lists and their customers in its new timezone (docs/api/conventions.md#times): paths of
 * customers name no location.
 */
export const followLocations = consumer('location', async (messages, _deps: unknown, trx) => {
  const moved = movedLocations(messages);
  if (moved.length > 0) await updateTimezones(trx, moved);
  return undefined;
});
