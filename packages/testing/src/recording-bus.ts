/** A bus that records what is published. */
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
