import type { Database } from '@order-hub/shared/database';
import { serviceUnavailable } from '@order-hub/shared/errors';
import type { Ask } from '@order-hub/shared/internal-call';
import type { PrincipalContext, UserPlace } from '@order-hub/shared/principal';
import { describeDays, shownLocationsMax, type Today, type TodayLocation } from '@order-hub/shared/today-calls';
import type { AppTrouble } from '@order-hub/shared/trouble-calls';
import { leaveOutClosed } from '../trouble/leave-out-closed.ts';
import { userIdOf } from '../users/owner.ts';
import { localDay } from './local-day.ts';
import { listNamedConnections, listOwnLocations, type OwnLocation } from './today.store.ts';

type Deps = { db: Database; ask: Ask };

/** The location that the page is about; undefined when it is about none. */
function locationOfPlace(place: UserPlace | null): OwnLocation | undefined {
  if (!place?.account_id || !place.location_id) return undefined;
  const { account_id, location_id: id, account_name, location_name, currency, timezone, role } = place;
  return {
    ...{ id, account_id, name: location_name ?? '', account_name: account_name ?? '' },
    ...{ currency: currency ?? '', timezone: timezone ?? 'UTC', role },
  };
}

/** The names of the connections in trouble. One that is not there any more is left out. */
async function named(db: Database, trouble: readonly AppTrouble[]) {
  const ids = trouble.map(({ connection_id }) => connection_id);
  const account_ids = [...new Set(trouble.map(({ account_id }) => account_id))];
  const connections = ids.length === 0 ? [] : await listNamedConnections(db, { ids, account_ids });
  const byId = new Map(connections.map((connection) => [connection.id, connection]));
  return trouble.flatMap((one) => {
    const connection = byId.get(one.connection_id);
    if (!connection) return [];
    const { client_name, name, used_at } = connection;
    return { ...one, client_name, name, used_at: used_at?.toISOString() ?? null };
  });
}

async function ask(deps: Deps, ctx: PrincipalContext, locations: readonly TodayLocation[], with_channels: boolean) {
  const shops = locations.map(({ id: location_id, account_id, today, last_week }) => ({
    ...{ account_id, location_id },
    days: [last_week, today],
  }));
  const answer = await deps.ask(describeDays, { params: {}, body: { shops, with_channels }, requestId: ctx.requestId });
  if (!answer) throw serviceUnavailable(describeDays.unavailable);
  const trouble = await leaveOutClosed(deps.db, answer.trouble, ctx.now);
  return { ...answer, trouble: await named(deps.db, trouble) };
}

/**
 * The figures of today, of the location of the page or of all that the user owns, and what needs somebody now. Throws 503 without the
 * events service.
 */
export async function retrieveToday(deps: Deps, ctx: PrincipalContext): Promise<Today> {
  const only = locationOfPlace(ctx.principal.place);
  const found = only ? [only] : await listOwnLocations(deps.db, userIdOf(ctx), shownLocationsMax + 1);
  const locations = found.slice(0, shownLocationsMax).map((one) => ({ ...one, ...localDay(ctx.now, one.timezone) }));
  const more = found.length > locations.length;
  if (locations.length === 0) return { locations, more, figures: [], late: [], trouble: [], first_day: null };
  return { ...(await ask(deps, ctx, locations, only !== undefined)), locations, more };
}
