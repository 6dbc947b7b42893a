/**
 * Tells the services that show a location's times which timezone it has, where the release before did not: for locations
 * that are older, and for those that a process of that release moves during the upgrade.
 */
import type { Bus } from '@order-hub/shared/bus';
import type { Database } from '@order-hub/shared/database';
import type { Log } from '@order-hub/shared/log';
import { startRepeating, type Repeating } from '@order-hub/shared/repeating';
import { locationFactsChanged } from './location.events.ts';
import { listUnannounced, updateAnnounced } from './announced-timezone.store.ts';

type Deps = { db: Database; bus: Pick<Bus, 'publish'>; log: Log };

const everyMs = 60_000;

/**
 * Announces up to 100 timezones, and returns how many. Not by the outbox: a process of the release before may send what is
 * in it, and does not know that other services than the gateways listen.
 */
async function announceTimezones(db: Database, bus: Deps['bus']): Promise<number> {
  const announced = (await listUnannounced(db)).map((location) => ({
    location,
    message: locationFactsChanged(location),
  }));
  if (announced.length === 0) return 0;
  const { stored, failure } = await bus.publish(announced.map(({ message }) => message));
  const ids = new Set(stored);
  const received = announced.filter(({ message }) => ids.has(message.id)).map(({ location }) => location);
  await updateAnnounced(db, received);
  if (failure !== undefined) throw new Error(failure);
  return received.length;
}

/** Looks every minute for timezones that the other services do not know. */
export const startAnnouncingTimezones = ({ db, bus, log }: Deps): Repeating =>
  startRepeating({
    async work(signal) {
      while (!signal.aborted && (await announceTimezones(db, bus)) > 0);
    },
    everyMs,
    log,
    messages: { failing: 'timezones cannot be announced at the moment', well: 'timezones are announced again' },
  });
