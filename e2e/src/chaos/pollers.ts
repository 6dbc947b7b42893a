/** Passive clients that page through their lists of events. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Connected } from '../tenant.ts';

/** An event of an order has all these ids. */
export type Listed = { id: string; event_type: string; order_id: string; account_id: string; location_id: string };

export type Poller = {
  /** Every event that was ever listed. */
  seen: Map<string, Listed>;
  /** Events that were listed again after their acknowledgement was answered with 200. */
  returned: Set<string>;
  /** Reads the whole list once. Throws when the hub does not answer with 200. */
  poll(): Promise<void>;
  stop(): Promise<void>;
};

const pauseMs = 500;

/** Starts polling. An `acknowledging` poller deletes each event that it has seen. */
export function startPoller({ api, call }: Connected, { acknowledging }: { acknowledging: boolean }): Poller {
  const seen = new Map<string, Listed>();
  const acknowledged = new Set<string>();
  const returned = new Set<string>();
  let stopping = false;

  async function acknowledge(id: string): Promise<void> {
    const { status } = await call(`DELETE /callback/events/${id}`);
    // 404: an earlier attempt succeeded and its answer was lost.
    if (status === 200 || status === 404) acknowledged.add(id);
  }

  async function take(events: readonly Listed[]): Promise<void> {
    for (const event of events) {
      if (acknowledged.has(event.id)) returned.add(event.id);
      seen.set(event.id, event);
    }
    if (!acknowledging) return;
    for (const { id } of events) await acknowledge(id);
  }

  async function poll(): Promise<void> {
    for await (const { items } of api.listEvents().pages()) await take(items as Listed[]);
  }

  async function work(): Promise<void> {
    while (!stopping) {
      // A hub that was just killed does not answer; the next round reads the list again.
      await poll().catch(() => undefined);
      await sleep(pauseMs);
    }
  }

  const ended = work();
  return {
    seen,
    returned,
    poll,
    async stop() {
      stopping = true;
      await ended;
    },
  };
}
