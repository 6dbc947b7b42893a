/** Pushes events as the hub does: signed, again until they are acknowledged, then deleted. */
import { HubError, type Client } from '@order-hub/client';
import { NoOccasionError } from '../findings/finding.ts';
import type { Entry } from '../journal/entry.ts';
import type { Journal } from '../journal/journal.ts';
import type { EventText } from '../pushes/event-text.ts';
import { forgeriesOf, type PushedText } from '../pushes/forgery.ts';
import { isAcknowledged, postPush } from '../pushes/post-push.ts';
import { pushHeaders } from '../pushes/signature.ts';
import type { Callback } from '../parties/callback.ts';
import type { Times } from './options.ts';

type Signer = { clientSecret: string | undefined; signatureHeaders: readonly string[] };

type DeliveryDeps = Signer & {
  journal: Journal;
  times: Times;
  callback: () => Callback;
  application: () => Client;
};

/** Signs with the client's secret. Throws NoOccasionError without it. */
function signing({ clientSecret, signatureHeaders }: Signer) {
  if (clientSecret === undefined || clientSecret === '') {
    throw new NoOccasionError('Events cannot be signed: pass the client secret of the application.');
  }
  return { secret: clientSecret, signatureHeaders, nowMs: Date.now() };
}

/** Deletes an event as acknowledged. It may be gone. */
async function deleteEvent(application: Client, event_id: string): Promise<void> {
  await application.deleteEvent({ event_id }).catch((error: unknown) => {
    if (!(error instanceof HubError)) throw error;
  });
}

export function deliveries(deps: DeliveryDeps) {
  const { journal, times, callback, application } = deps;
  let notBeforeMs = 0;
  /** Collected and not acknowledged yet. */
  const waiting = new Set<string>();

  async function push(text: PushedText): Promise<Entry> {
    const { url } = callback();
    if (url === null) throw new NoOccasionError('The application has no callback with a url.');
    return postPush(text, { url, journal, deadlineMs: times.deadlineMs });
  }

  const signed = (event: EventText): PushedText => ({
    ...{ label: event.label, body: event.body, headers: pushHeaders(event, signing(deps)) },
  });

  async function remove(event_id: string): Promise<void> {
    waiting.delete(event_id);
    await deleteEvent(application(), event_id);
  }

  async function deliver(event: EventText): Promise<Entry> {
    const untilMs = Date.now() + times.patienceMs;
    for (;;) {
      const entry = await push(signed(event));
      if (isAcknowledged(entry, callback().acknowledge)) {
        await remove(event.event_id);
        return entry;
      }
      if (Date.now() > untilMs) return entry;
      await journal.pause(Math.max(times.resendMs, notBeforeMs - Date.now()));
    }
  }

  return {
    ...{ signed, push, deliver, remove },
    forged: (event: EventText) => forgeriesOf(event, signing(deps)),
    waitUntil: (ms: number) => void (notBeforeMs = Math.max(notBeforeMs, ms)),
    collected: (events: readonly EventText[]) => events.forEach(({ event_id }) => waiting.add(event_id)),
    /** Deletes what was not acknowledged. */
    forget: () => Promise.all([...waiting].map(remove)),
  };
}
