/** How many live pages a user may have (docs/api/back-office.md#live-orders). */
import { eventText, type EventStream } from './open-event-stream.ts';

export type UserStreams = {
  /** Adds a stream of a user. One too many ends the oldest. */
  add(user_id: string, stream: EventStream): void;
  remove(user_id: string, stream: EventStream): void;
};

/** Tells the page not to reconnect: it would take the place of another one. */
export const pausedEvent = eventText('paused', '');

export function openUserStreams(perUser: number): UserStreams {
  const streamsOf = new Map<string, Set<EventStream>>();

  function remove(user_id: string, stream: EventStream): void {
    const streams = streamsOf.get(user_id);
    streams?.delete(stream);
    if (streams?.size === 0) streamsOf.delete(user_id);
  }

  return {
    remove,
    add(user_id, stream) {
      const streams = streamsOf.get(user_id) ?? new Set();
      streamsOf.set(user_id, streams.add(stream));
      const [oldest] = streams;
      if (!oldest || streams.size <= perUser) return;
      remove(user_id, oldest);
      oldest.end(pausedEvent);
    },
  };
}
