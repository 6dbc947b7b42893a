import type { Bus } from '@order-hub/shared/bus';
import type { Directory } from './directory.ts';

/** Deletes a changed connection or location from the directory, and all of them if messages may have been lost. */
export const deleteChanged = (bus: Bus, directory: Directory) =>
  bus.subscribe({
    topics: ['connection', 'location'],
    async handle(messages) {
      for (const { topic, body } of messages) {
        if (topic === 'connection') directory.connections.delete(body.token_digest);
        else directory.deleteLocation(body.account_id, body.id);
      }
    },
    onGap: directory.clear,
  });
