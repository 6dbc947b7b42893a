/** The notes of requests that wait to be sent to events. */
import { ApiError } from '@order-hub/shared/errors';
import type { Ask } from '@order-hub/shared/internal-call';
import type { Log } from '@order-hub/shared/log';
import { counter, gauge } from '@order-hub/shared/metric';
import type { Metrics } from '@order-hub/shared/metrics';
import { notedMax, recordRequests, type NotedRequest } from '@order-hub/shared/request-log-calls';

const outcomes = ['sent', 'over_allowance', 'no_room', 'refused'] as const;

/** What became of a request: it was sent; it was left out, because there were many or no room; or events refused it. */
export type Outcome = (typeof outcomes)[number];

const total = counter(
  'hub_request_log_requests_total',
  'Requests for the request log: sent to events, left out because a connection or account has many (over_allowance) or because too many wait (no_room), or refused by events.',
  ['outcome'],
);

const waitingNow = gauge('hub_request_log_waiting', 'Requests that wait to be sent to the request log.');

/** `of`: whose it is. Its `waiting` counts those that wait. */
export type Note = { request: NotedRequest; of: { waiting: number } };

export type NoteSender = {
  /** The notes that wait, the first ones first. */
  waiting: Note[];
  count: Record<Outcome, number>;
  /** Sends all that wait. Throws while events does not take them: they wait on. */
  send(): Promise<void>;
};

export type SenderDeps = { ask: Ask; log: Log; metrics: Metrics };

async function outcomeOf(requests: NotedRequest[], { ask, log }: SenderDeps): Promise<Outcome> {
  try {
    if (!(await ask(recordRequests, { params: {}, body: { requests } })))
      throw new Error('events does not know this call yet');
    return 'sent';
  } catch (error) {
    // Sent again, they would keep back all later ones.
    if (!(error instanceof ApiError) || error.status !== 422) throw error;
    log.error({ err: error, requests: requests.length }, 'events refuses requests for the request log');
    return 'refused';
  }
}

export function openNoteSender(deps: SenderDeps): NoteSender {
  const waiting: Note[] = [];
  const count: Record<Outcome, number> = { sent: 0, over_allowance: 0, no_room: 0, refused: 0 };
  const counted = deps.metrics.counter(total);
  deps.metrics.gauge(waitingNow, {}, () => waiting.length);

  /** Counts here, and not with each request: finding the labels takes as long as the note itself. */
  function report(): void {
    for (const outcome of outcomes) {
      if (count[outcome] > 0) counted.inc({ outcome }, count[outcome]);
      count[outcome] = 0;
    }
  }

  async function sendBatch(): Promise<void> {
    const batch = waiting.slice(0, notedMax);
    const outcome = await outcomeOf(
      batch.map(({ request }) => request),
      deps,
    );
    // Meanwhile others were added behind them.
    waiting.splice(0, batch.length);
    for (const { of } of batch) of.waiting -= 1;
    count[outcome] += batch.length;
  }

  return {
    waiting,
    count,
    async send() {
      report();
      try {
        while (waiting.length > 0) await sendBatch();
      } finally {
        report();
      }
    },
  };
}
