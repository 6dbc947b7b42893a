/** The callback of the application, as the run keeps it. Pure. */
import { parsedObject } from '../journal/entry.ts';

export type Callback = {
  url: string | null;
  events: Readonly<Record<string, readonly string[]>>;
  acknowledge?: '2xx';
};

export const noCallback: Callback = { url: null, events: {} };

/** The callback in a body of `POST /callback`, or in an answer. */
export function callbackIn(text: string): Callback {
  const { url, events, acknowledge } = parsedObject(text);
  return {
    url: typeof url === 'string' ? url : null,
    events: (events ?? {}) as Callback['events'],
    ...(acknowledge === '2xx' && { acknowledge }),
  };
}

export const isSubscribed = ({ events }: Callback, resource_type: string, event_type: string) =>
  events[resource_type]?.includes(event_type) ?? false;
