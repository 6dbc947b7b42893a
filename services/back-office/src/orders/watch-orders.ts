/**
 * Live lists of orders. While someone looks at a location, its latest orders are asked for every two seconds, once for all
 * viewers. What has changed is rendered once and sent to each.
 */
import { setMaxListeners } from 'node:events';
import { listLatestOrders } from '@order-hub/shared/orders-calls';
import { gauge } from '@order-hub/shared/metric';
import type { AskFor, OnBehalf } from '@order-hub/shared/principal-call';
import type { Readable } from 'node:stream';
import { renderToString } from 'preact-render-to-string';
import { eventText, type EventStream } from './open-event-stream.ts';
import { openViewer, type RenewToken } from './open-viewer.ts';
import { OrdersTable } from './orders-table.tsx';
import { openUserStreams } from './limit-streams.ts';

/**
 * A location that someone looks at. `on`: the newest user token of its viewers, so that no one depends on a viewer whose token
 * was not renewed. `sent`: the last event, which every viewer has.
 */
type WatchedLocation = {
  viewers: Set<EventStream>;
  on: OnBehalf;
  sent: string | undefined;
  timer: NodeJS.Timeout | undefined;
};

export type OrderWatch = {
  /**
   * A viewer's events: `content` with the list as HTML, `unavailable` while orders does not answer, `paused` when the user has
   * opened too many others since. Nothing is asked and no other stream ends before the viewer reads.
   */
  watch(location_id: string, viewer: OnBehalf & { user: { id: string } }, renewToken: RenewToken): Readable;
  /** How many streams are open. */
  streams(): number;
};

export const streamsOpen = gauge('hub_streams_open', 'Open streams of live pages.');

const everyMs = 2_000;

const unavailable = eventText('unavailable', '');

async function latestEvent(askFor: AskFor, on: OnBehalf): Promise<string> {
  try {
    const { orders } = await askFor(listLatestOrders, on, { params: {} });
    return eventText('content', renderToString(OrdersTable({ orders })));
  } catch {
    // The call has logged the reason.
    return unavailable;
  }
}

/** Sends the viewers of a location what has changed, again and again until no one is left. */
async function keepSending(askFor: AskFor, location: WatchedLocation): Promise<void> {
  if (location.viewers.size === 0) return;
  const text = await latestEvent(askFor, location.on);
  if (text !== location.sent) {
    location.sent = text;
    for (const stream of location.viewers) stream.send(text);
  }
  location.timer = setTimeout(() => void keepSending(askFor, location), everyMs).unref();
}

/** The locations that someone looks at. */
function openLocations(askFor: AskFor) {
  const watched = new Map<string, WatchedLocation>();

  function open(location_id: string, on: OnBehalf): WatchedLocation {
    const location: WatchedLocation = { viewers: new Set(), on, sent: undefined, timer: undefined };
    watched.set(location_id, location);
    return location;
  }

  return {
    join(location_id: string, on: OnBehalf, stream: EventStream): WatchedLocation {
      const known = watched.get(location_id);
      const location = known ?? open(location_id, on);
      location.on = on;
      location.viewers.add(stream);
      if (location.sent !== undefined) stream.send(location.sent);
      if (!known) void keepSending(askFor, location);
      return location;
    },
    countViewers: () => [...watched.values()].reduce((sum, { viewers }) => sum + viewers.size, 0),
    leave(location_id: string, location: WatchedLocation, stream: EventStream): void {
      location.viewers.delete(stream);
      if (location.viewers.size > 0) return;
      clearTimeout(location.timer);
      watched.delete(location_id);
    },
  };
}

type WatchOptions = { askFor: AskFor; signal: AbortSignal; perUser: number };

/** Ends all streams when `signal` is aborted, so that a server that stops does not wait for them. */
export function openOrderWatch({ askFor, signal, perUser }: WatchOptions): OrderWatch {
  // Each viewer listens to it; Node would take so many listeners for a leak.
  setMaxListeners(0, signal);
  const locations = openLocations(askFor);
  const users = openUserStreams(perUser);

  return {
    streams: locations.countViewers,
    watch(location_id, { user, user_token, requestId, address }, renewToken) {
      const on = { user_token, requestId, address };
      let joined: WatchedLocation | undefined;
      const stream = openViewer({
        signal,
        renewToken,
        onOpen() {
          joined = locations.join(location_id, on, stream);
          users.add(user.id, stream);
        },
        onRenew(token) {
          if (joined) joined.on = { ...on, user_token: token };
        },
        onClose() {
          if (joined) locations.leave(location_id, joined, stream);
          users.remove(user.id, stream);
        },
      });
      return stream.body;
    },
  };
}
