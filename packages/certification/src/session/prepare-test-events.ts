import type { Client } from '@order-hub/client';
import { NoOccasionError } from '../findings/finding.ts';
import type { Journal } from '../journal/journal.ts';
import type { Rules } from '../proxy/call.ts';
import type { EventText } from '../pushes/event-text.ts';
import type { Callback } from '../parties/callback.ts';
import { holdPolls } from './hold-polls.ts';

export type TestEvents = {
  events: readonly EventText[];
  /** Pushes them once, or lets the application poll. */
  begin(): Promise<void>;
  /** Takes them away, so that an application that stumbles over them goes on. */
  end(): Promise<void>;
};

export type TestDeps = {
  journal: Journal;
  rules: Rules;
  patienceMs: number;
  callback: () => Callback;
  application: () => Client;
  collect: (event_ids: readonly string[]) => Promise<EventText[]>;
  push: (event: EventText) => Promise<unknown>;
  remove: (event_id: string) => Promise<void>;
};

/**
 * Makes the hub send a test event of each type of order event that the application subscribes to. Throws NoOccasionError if
 * that is none.
 */
export async function prepareTestEvents(deps: TestDeps): Promise<TestEvents> {
  const { callback, application, collect, push, remove } = deps;
  const order = [...(callback().events['order'] ?? [])] as ('create' | 'update')[];
  if (order.length === 0) throw new NoOccasionError('The callback subscribes to no events of orders.');
  const release = await holdPolls(deps, deps.patienceMs);
  try {
    const { events: made } = await application().sendTestEvents({ body: { events: { order } } });
    const events = await collect(made.map(({ id }) => id));
    return {
      events,
      begin: async () => {
        release();
        if (callback().url !== null) for (const event of events) await push(event);
      },
      end: async () => {
        for (const { event_id } of events) await remove(event_id);
      },
    };
  } catch (error) {
    release();
    throw error;
  }
}
