/** Makes the callback of a connection passive for a while, and puts it back. */
import type { Client, Schemas } from '@order-hub/client';
import { CommandError } from '../command-error.ts';
import type { Acknowledge } from './acknowledgement.ts';
import { subscriptionsOf } from './event-kinds.ts';

type Callback = Schemas['Callback'];

export type HeldCallback = { acknowledge: Acknowledge; before: Callback; restore: () => Promise<string> };

const isNone = ({ url, events }: Callback) => url === null && Object.keys(events).length === 0;

const textOf = (callback: Callback) => JSON.stringify(callback);

const isSame = (one: Callback, other: Callback) => textOf(one) === textOf(other);

type Wanted = { kinds: readonly string[]; acknowledge: Acknowledge; mayReplace: boolean };

/** Returns what was done. Leaves a callback that somebody has changed meanwhile as it is. */
async function putBack(api: Client, before: Callback, held: Callback): Promise<string> {
  if (!isSame(await api.retrieveCallback(), held)) return 'Somebody has changed the callback meanwhile: it stays so.';
  if (isNone(before)) {
    await api.deleteCallback();
    return 'The callback is deleted again, with the events that waited.';
  }
  await api.saveCallback({ body: before });
  return `The callback is restored: ${textOf(before)}`;
}

/**
 * Makes the callback passive. It goes on recording the events to which it subscribed before, so none is missed. Throws
 * CommandError for an active callback that may not be replaced.
 */
export async function holdCallback(api: Client, { kinds, acknowledge, mayReplace }: Wanted): Promise<HeldCallback> {
  const before = await api.retrieveCallback();
  if (before.url !== null && !mayReplace) {
    throw new CommandError(
      `The callback of this connection pushes events to ${before.url}. With --replace they come here, until you stop.`,
    );
  }
  const chosen = acknowledge ?? before.acknowledge;
  const events = subscriptionsOf(kinds, before.events);
  const held = await api.saveCallback({ body: { url: null, events, ...(chosen && { acknowledge: chosen }) } });
  return { acknowledge: chosen, before, restore: () => putBack(api, before, held) };
}
