/** The locations that moved to another timezone (docs/api/conventions.md#times). Pure. */
import type { Body } from './topics.ts';

/** The timezone that a location has now. */
export type LocationTimezone = { account_id: string; location_id: string; timezone: string };

/** The latest timezone of each location in these messages. A message without a timezone is about something else. */
export function movedLocations(messages: readonly { body: Body<'location'> }[]): LocationTimezone[] {
  const moved = new Map<string, LocationTimezone>();
  for (const { body } of messages) {
    const { id: location_id, account_id, timezone } = body;
    if (timezone !== undefined) moved.set(location_id, { account_id, location_id, timezone });
  }
  return [...moved.values()];
}
