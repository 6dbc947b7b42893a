/**
 * Live lists of orders. While someone looks at a location, its latest orders are asked for every two seconds, once for all
 * viewers. What has changed is rendered once and sent to each.
 */
import { listLatestOrders } from '@order-hub/shared/orders-calls';
import type { AskFor, OnBehalf } from '@order-hub/shared/principal-call';
import type { Readable } from 'node:stream';
import { renderToString } from 'preact-render-to-string';
import { eventText, type EventStream } from './open-event-stream.ts';
import { openViewer, type RenewToken } from './open-viewer.ts';
import { OrdersTable } from './orders-table.tsx';

/** An open page, and the user who looks at it. Its token is renewed while the page is open. */
type Viewer = { stream: EventStream; on: OnBehalf };

/** A location that someone looks at. `sent`: the last event, which every viewer has. */
type WatchedLocation = { viewers: Set<Viewer>; sent: string | undefined; timer: NodeJS.Timeout | undefined };

export type OrderWatch = {
  /** A viewer's events: `content` with the list as HTML, `unavailable` while orders does not answer. */
  watch(location_id: string, on: OnBehalf, renewToken: RenewToken): Readable;
};

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

/** Sends the viewers of a location what has changed, again and again until no one is left. Any viewer's token will do. */
async function keepSending(askFor: AskFor, location: WatchedLocation): Promise<void> {
  const [viewer] = location.viewers;
  if (!viewer) return;
  const text = await latestEvent(askFor, viewer.on);
  if (text !== location.sent) {
    location.sent = text;
    for (const { stream } of location.viewers) stream.send(text);
  }
  location.timer = setTimeout(() => void keepSending(askFor, location), everyMs).unref();
}

/** Ends all streams when `signal` is aborted, so that a server that stops does not wait for them. */
export function openOrderWatch(askFor: AskFor, signal: AbortSignal): OrderWatch {
  const watched = new Map<string, WatchedLocation>();

  function leave(location_id: string, location: WatchedLocation, viewer: Viewer): void {
    location.viewers.delete(viewer);
    if (location.viewers.size > 0) return;
    clearTimeout(location.timer);
    watched.delete(location_id);
  }

  function join(location_id: string): WatchedLocation {
    const location: WatchedLocation = { viewers: new Set(), sent: undefined, timer: undefined };
    watched.set(location_id, location);
    return location;
  }

  return {
    watch(location_id, { user_token, requestId, address }, renewToken) {
      const known = watched.get(location_id);
      const location = known ?? join(location_id);
      const on = { user_token, requestId, address };
      const stream = openViewer({ signal, on, renewToken, onClose: () => leave(location_id, location, viewer) });
      const viewer: Viewer = { stream, on };
      location.viewers.add(viewer);
      if (location.sent !== undefined) stream.send(location.sent);
      if (!known) void keepSending(askFor, location);
      return stream.body;
    },
  };
}
