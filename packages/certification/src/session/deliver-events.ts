/** Pushes events as the hub does: signed, again until they are acknowledged, then deleted. */
import { HubError, type Client } from '@order-hub/client';
import { NoOccasionError } from '../findings/finding.ts';
import type { Entry } from '../journal/entry.ts';
import type { Journal } from '../journal/journal.ts';
import type { EventText } from '../pushes/event-text.ts';
import { forgeriesOf, type PushedText } from '../pushes/forgery.ts';
import { isAcknowledged, postPush } from '../pushes/post-push.ts';
import { pushHeaders } from '../pushes/signature.ts';
import type { Callback } from './callback.ts';
import type { Times } from './options.ts';

type DeliveryDeps = {
  journal: Journal;
  times: Times;
  clientSecret: string | undefined;
  signatureHeaders: readonly string[];
  callback: () => Callback;
  application: () => Client;
};

export function deliveries({ journal, times, clientSecret, signatureHeaders, callback, application }: DeliveryDeps) {
  let notBeforeMs = 0;
  /** Collected and not acknowledged yet. */
  const waiting = new Set<string>();

  function signing() {
    if (clientSecret === undefined || clientSecret === '') {
      throw new NoOccasionError('Events cannot be signed: pass the client secret of the application');
    }
    return { secret: clientSecret, signatureHeaders, nowMs: Date.now() };
  }

  function signed(event: EventText): PushedText {
    return { label: event.label, body: event.body, headers: pushHeaders(event, signing()) };
  }

  const push = (text: PushedText): Promise<Entry> => {
    const { url } = callback();
    if (url === null) throw new NoOccasionError('The application has no callback with a url');
    return postPush(text, { url, journal, deadlineMs: times.deadlineMs });
  };

  async function acknowledge(event_id: string): Promise<void> {
    waiting.delete(event_id);
    await application()
      .deleteEvent({ event_id })
      .catch((error: unknown) => {
        if (!(error instanceof HubError)) throw error;
      });
  }

  async function deliver(event: EventText): Promise<Entry> {
    const untilMs = Date.now() + times.patienceMs;
    for (;;) {
      const entry = await push(signed(event));
      if (isAcknowledged(entry, callback().acknowledge)) await acknowledge(event.event_id);
      else if (Date.now() < untilMs) {
        await journal.pause(Math.max(times.resendMs, notBeforeMs - Date.now()));
        continue;
      }
      return entry;
    }
  }

  return {
    ...{ signed, push, deliver },
    forged: (event: EventText) => forgeriesOf(event, signing()),
    waitUntil: (ms: number) => void (notBeforeMs = Math.max(notBeforeMs, ms)),
    collected: (events: readonly EventText[]) => events.forEach(({ event_id }) => waiting.add(event_id)),
    /** Deletes what was not acknowledged. */
    forget: () => Promise.all([...waiting].map(acknowledge)),
  };
}
