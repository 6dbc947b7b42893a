/**
 * Live lists of orders. While somebody looks at a location, its latest orders are asked for every two seconds, once for all
 * who look; what has changed is rendered once, and sent to each.
 */
import type { Ask } from '@order-hub/shared/internal-call';
import type { Readable } from 'node:stream';
import { renderToString } from 'preact-render-to-string';
import { eventText, openEventStream, stillHere, type EventStream } from './open-event-stream.ts';
import { findLatestOrders } from './find-latest-orders.ts';
import { OrdersTable } from './orders-table.tsx';

type Place = { account_id: string; location_id: string };

/** A location that somebody looks at. `shown`: what they were told last. */
type Watched = {
  place: Place;
  streams: Set<EventStream>;
  shown: string | undefined;
  timer: NodeJS.Timeout | undefined;
};

export type OrderWatch = {
  /** The events of one viewer: `content` with the list as HTML, `away` while orders cannot be asked. */
  watch(place: Place): Readable;
};

const everyMs = 2_000;
const commentEveryMs = 15_000;
/** Then the browser comes back, and whether it may still look is checked again. */
const lifeMs = 5 * 60_000;

const away = eventText('away', '');

async function whatToShow(ask: Ask, place: Place): Promise<string> {
  try {
    const orders = await findLatestOrders(ask, place);
    return eventText('content', renderToString(OrdersTable({ orders })));
  } catch {
    // The call has logged why.
    return away;
  }
}

/** Tells those who look at a location what has changed, again and again until nobody looks. */
async function tell(ask: Ask, location: Watched): Promise<void> {
  const text = await whatToShow(ask, location.place);
  if (text !== location.shown) {
    location.shown = text;
    for (const stream of location.streams) stream.send(text);
  }
  if (location.streams.size > 0) location.timer = setTimeout(() => void tell(ask, location), everyMs).unref();
}

/** A stream that ends after its time, and when `signal` is aborted. */
function openViewer(signal: AbortSignal, onClose: (stream: EventStream) => void): EventStream {
  const comments = setInterval(() => stream.send(stillHere), commentEveryMs).unref();
  const stop = () => stream.end();
  const end = setTimeout(stop, lifeMs).unref();
  const stream = openEventStream(() => {
    clearInterval(comments);
    clearTimeout(end);
    signal.removeEventListener('abort', stop);
    onClose(stream);
  });
  signal.addEventListener('abort', stop);
  if (signal.aborted) stop();
  return stream;
}

/** Ends all streams when `signal` is aborted: a server that stops does not wait for them. */
export function openOrderWatch(ask: Ask, signal: AbortSignal): OrderWatch {
  const watched = new Map<string, Watched>();

  function leave(location: Watched, stream: EventStream): void {
    location.streams.delete(stream);
    if (location.streams.size > 0) return;
    clearTimeout(location.timer);
    watched.delete(location.place.location_id);
  }

  function join(place: Place): Watched {
    const location: Watched = { place, streams: new Set(), shown: undefined, timer: undefined };
    watched.set(place.location_id, location);
    return location;
  }

  return {
    watch(place) {
      const known = watched.get(place.location_id);
      const location = known ?? join(place);
      const stream = openViewer(signal, (closed) => leave(location, closed));
      location.streams.add(stream);
      if (location.shown !== undefined) stream.send(location.shown);
      if (!known) void tell(ask, location);
      return stream.body;
    },
  };
}
