/** Which events a callback subscribes to, as kinds: `order.create`. */
import { eventKinds } from '@order-hub/shared/change';
import { CommandError } from '../command-error.ts';

/** Event types by resource type, as in a callback. */
type Subscriptions = Record<string, string[]>;

/** `order.create,order.update` as kinds; all of them without a text. Throws CommandError for one that does not exist. */
export function kindsOf(text: string | undefined): readonly string[] {
  if (text === undefined) return eventKinds;
  const kinds = text.split(',').map((kind) => kind.trim());
  const unknown = kinds.filter((kind) => !eventKinds.includes(kind));
  if (unknown.length > 0) {
    throw new CommandError(`There are no events ${unknown.join(', ')}. There are ${eventKinds.join(', ')}.`);
  }
  return kinds;
}

/** These kinds, and what `others` subscribe to. */
export function subscriptionsOf(kinds: readonly string[], others: Readonly<Subscriptions> = {}): Subscriptions {
  const found = new Map(Object.entries(others).map(([resource, types]) => [resource, new Set(types)]));
  for (const kind of kinds) {
    const [resource = '', type = ''] = kind.split('.');
    found.set(resource, (found.get(resource) ?? new Set()).add(type));
  }
  return Object.fromEntries([...found].map(([resource, types]) => [resource, [...types]]));
}
