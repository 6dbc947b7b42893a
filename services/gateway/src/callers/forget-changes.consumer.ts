import type { Bus } from '@order-hub/shared/bus';
import type { Directory } from './directory.ts';

/** Forgets a connection or a location as soon as the bus says that it changed; everything, when it may have missed that. */
export const forgetChanges = (bus: Bus, directory: Directory) =>
  bus.subscribe({
    topics: ['connection', 'location'],
    async handle(messages) {
      for (const { topic, body } of messages) {
        if (topic === 'connection') directory.connections.drop(body.token_digest);
        else directory.dropLocation(body.account_id, body.id);
      }
    },
    onGap: directory.dropAll,
  });
