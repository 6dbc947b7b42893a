/** A helper that polls, and notes points in the orders that were accepted, as the guide says or with one flaw. */
import { setTimeout as pause } from 'node:timers/promises';
import { calls } from './calls.ts';
import type { Application } from './till.ts';

/** Adds points whenever an event is in the list. */
export type HelperFlaw = 'generous';

type HelperOptions = { url: string; token: string; flaw?: HelperFlaw | undefined };

const betweenPollsMs = 200;

export async function startHelper({ url, token, flaw }: HelperOptions): Promise<Application> {
  const ask = calls({ url, token, flaw });
  const stopped = new AbortController();
  const done = new Set<string>();

  /** Deletes an event only once. Its deletion fails if it is not repeated: then the event comes again. */
  async function handle(event_id: string): Promise<void> {
    const { status, body: event } = await ask(`GET /callback/events/${event_id}`);
    if (status !== 200) return;
    const { order_id, new_state } = event;
    const isNoted = done.has(event_id) && flaw !== 'generous';
    if (new_state?.status === 'accepted' && !event.test && !isNoted) {
      const answer = await ask(`PATCH /location/orders/${order_id}`, { custom_fields: { points: Date.now() } });
      if (answer.status !== 200) return;
    }
    done.add(event_id);
    await fetch(`${url}/callback/events/${event_id}`, { method: 'DELETE', headers: { 'x-access-token': token } });
  }

  async function poll(): Promise<void> {
    while (!stopped.signal.aborted) {
      const { status, body } = await ask('GET /callback/events');
      if (status === 200) for (const { id } of body) await handle(id);
      await pause(betweenPollsMs, undefined, stopped).catch(() => undefined);
    }
  }

  await ask('POST /callback', { url: null, events: { order: ['update'] } });
  const polling = poll().catch(() => undefined);
  return {
    async stop() {
      stopped.abort();
      await polling;
    },
  };
}
