/** How many live pages a user may have (docs/api/back-office.md#order-board). */
import { eventText, type EventStream } from './open-event-stream.ts';

export type UserStreams = {
  /** Adds a stream of a user's tab. It takes the place of the tab's earlier one; one too many ends the oldest. */
  add(user_id: string, stream: EventStream, tab: string | null): void;
  remove(user_id: string, stream: EventStream): void;
};

/** Tells the page not to reconnect: it would take the place of another one. */
export const pausedEvent = eventText('paused', '');

type Streams = Map<EventStream, string | null>;

/** After a cut the browser reconnects, while the server has not yet noticed that the earlier stream is lost. */
function endEarlierOf(tab: string | null, streams: Streams): void {
  if (tab === null) return;
  for (const [stream, other] of streams) {
    if (other !== tab) continue;
    streams.delete(stream);
    stream.end();
  }
}

export function openUserStreams(perUser: number): UserStreams {
  const streamsOf = new Map<string, Streams>();

  function remove(user_id: string, stream: EventStream): void {
    const streams = streamsOf.get(user_id);
    streams?.delete(stream);
    if (streams?.size === 0) streamsOf.delete(user_id);
  }

  return {
    remove,
    add(user_id, stream, tab) {
      const streams: Streams = streamsOf.get(user_id) ?? new Map<EventStream, string | null>();
      endEarlierOf(tab, streams);
      streamsOf.set(user_id, streams.set(stream, tab));
      const [oldest] = streams.keys();
      if (!oldest || streams.size <= perUser) return;
      remove(user_id, oldest);
      oldest.end(pausedEvent);
    },
  };
}
