/** The events of an order that wait for the application, which is passive while the run lasts. */
import type { Client } from '@order-hub/client';
import { NoOccasionError } from '../findings/finding.ts';
import type { Journal } from '../journal/journal.ts';
import { eventText, type EventText } from '../pushes/event-text.ts';

export type EventSource = { application: Client; hubUrl: string; token: string; journal: Journal; patienceMs: number };

type Listed = { id: string; resource_type: string; test?: boolean } & Record<string, unknown>;

const betweenPollsMs = 300;
const pagesMax = 20;

/** The events in the list that `isWanted` selects. Older ones of the application are not read beyond 20 pages. */
async function listWanted(application: Client, isWanted: (event: Listed) => boolean): Promise<Listed[]> {
  const wanted: Listed[] = [];
  let pages = 0;
  for await (const { items } of application.listEvents().pages()) {
    wanted.push(...(items as unknown as Listed[]).filter(isWanted));
    if ((pages += 1) === pagesMax) break;
  }
  return wanted;
}

/** The event, byte for byte as the hub would push it. */
async function retrieveText({ hubUrl, token }: EventSource, event_id: string): Promise<EventText> {
  const url = `${hubUrl.replace(/\/+$/, '')}/callback/events/${event_id}`;
  const response = await fetch(url, { headers: { 'x-access-token': token } });
  const text = await response.text();
  if (!response.ok) throw new NoOccasionError(`The hub answered ${response.status} for an event: ${text}`);
  return eventText(text);
}

/** Waits for `count` events that `isWanted` selects, the oldest first. Throws NoOccasionError if they do not come. */
export async function collectEvents(
  source: EventSource,
  isWanted: (event: Listed) => boolean,
  count: number,
): Promise<EventText[]> {
  const { application, journal, patienceMs } = source;
  const untilMs = Date.now() + patienceMs;
  for (;;) {
    const listed = await listWanted(application, isWanted);
    if (listed.length >= count) return Promise.all(listed.map(({ id }) => retrieveText(source, id)));
    if (Date.now() > untilMs) {
      throw new NoOccasionError(
        `${listed.length} of ${count} events have come. Is the partner's token of another client, for the application's location?`,
      );
    }
    await journal.pause(betweenPollsMs);
  }
}
