/** A bus that keeps what is published, for service tests that look at messages. */
import type { Bus, OutgoingMessage } from '@order-hub/shared/bus';

export type RecordingBus = Bus & { published: OutgoingMessage[] };

export function recordingBus(): RecordingBus {
  const published: OutgoingMessage[] = [];
  return {
    published,
    publish(messages) {
      published.push(...messages);
      return Promise.resolve({ stored: messages.map(({ id }) => id), rejected: [] });
    },
    subscribe: () => Promise.resolve(),
    isReady: () => true,
    close: () => Promise.resolve(),
  };
}
