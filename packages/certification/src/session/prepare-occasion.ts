import { NoOccasionError } from '../findings/finding.ts';
import { isAbout, isOrderCreation, isWrite } from '../journal/entry.ts';
import type { Journal } from '../journal/journal.ts';
import type { Rules } from '../proxy/call.ts';
import type { EventText } from '../pushes/event-text.ts';
import { isSubscribed, type Callback } from '../parties/callback.ts';
import { holdPolls } from './hold-polls.ts';
import type { Occasion, OccasionOptions, PrepareOccasion } from './occasion.ts';
import type { ApplicationKind } from './options.ts';
import type { Partner } from '../parties/partner.ts';

export type OccasionDeps = {
  kind: ApplicationKind;
  journal: Journal;
  rules: Rules;
  partner: Partner;
  patienceMs: number;
  placeOrder: () => Promise<void>;
  callback: () => Callback;
  collect: (order_id: string, count: number) => Promise<EventText[]>;
  deliver: (event: EventText) => Promise<unknown>;
};

const betweenOrdersMs = 1_000;

/**
 * Places an order. Until it works for the first time, it is tried again: the website may be starting. Later failures are what
 * a customer sees of an answer of the run.
 */
function orderer({ placeOrder, journal, patienceMs }: OccasionDeps): () => Promise<void> {
  let isOpen = false;
  return async () => {
    const untilMs = Date.now() + patienceMs;
    for (;;) {
      const isPlaced = await placeOrder().then(
        () => true,
        (error: unknown) => {
          if (error instanceof NoOccasionError) throw error;
          return false;
        },
      );
      isOpen ||= isPlaced;
      if (isOpen || Date.now() > untilMs) return;
      await journal.pause(betweenOrdersMs);
    }
  };
}

/** An order that the website places when it is asked to. */
function ownOrder(order: () => Promise<void>): Occasion {
  let beganMs = Infinity;
  return {
    ...{ order_id: undefined, events: [] },
    isAct: (entry) => isOrderCreation(entry) && entry.beganMs >= beganMs,
    begin: async () => {
      beganMs = Date.now();
      await order();
    },
  };
}

/** How many events the application gets of an order with these changes. */
function countOf(callback: Callback, updates: number): number {
  const counted = (event_type: string, times: number) => (isSubscribed(callback, 'order', event_type) ? times : 0);
  return counted('create', 1) + counted('update', updates);
}

/** An order of the partner, which the application has not seen yet. */
async function partnersOrder(
  deps: OccasionDeps,
  { statuses, alterEvent = (text) => text }: OccasionOptions,
): Promise<Occasion> {
  const { kind, partner, callback, collect, deliver } = deps;
  const changes = statuses ?? (kind === 'helper' ? ['accepted' as const] : []);
  const release = await holdPolls(deps, deps.patienceMs);
  try {
    const order_id = await partner.createOrder();
    for (const status of changes) await partner.setStatus(order_id, status);
    const count = callback().url === null ? 0 : countOf(callback(), changes.length);
    const events = count === 0 ? [] : await collect(order_id, count);
    return {
      ...{ order_id, events },
      isAct: (entry) => isWrite(entry) && isAbout(entry, order_id),
      begin: async () => {
        release();
        for (const event of events) await deliver({ ...event, body: alterEvent(event.body) });
      },
    };
  } catch (error) {
    release();
    throw error;
  }
}

/** Prepares occasions for an application of this kind. They throw NoOccasionError if nobody can give them. */
export function occasions(deps: OccasionDeps): PrepareOccasion {
  const order = orderer(deps);
  return async (options = {}) => (deps.kind === 'website' ? ownOrder(order) : partnersOrder(deps, options));
}
