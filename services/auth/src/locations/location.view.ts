import { formatTime } from '@order-hub/shared/times';
import { viewTimezone } from '../timezone.view.ts';
import type { Location } from './location.ts';
import type { OrderAcceptance } from './settings/order-acceptance.ts';

function viewAcceptance(acceptance: OrderAcceptance, timezone: string) {
  if (acceptance.mode === 'normal') return acceptance;
  const { mode, resume_at, ...rest } = acceptance;
  return { mode, resume_at: resume_at && formatTime(resume_at, timezone), ...rest };
}

/** A location as every client sees it (docs/api/locations.md#locations), with times in its timezone. */
export function viewLocation(location: Location, now: Date) {
  const { timezone, order_acceptance } = location;
  return {
    ...location,
    timezone: viewTimezone(timezone, now),
    order_acceptance: viewAcceptance(order_acceptance, timezone),
  };
}
