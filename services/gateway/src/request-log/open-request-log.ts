/**
 * The request log of this gateway (docs/decisions/0074-the-request-log.md): notes each request of a connection when it has ended, and
 * sends what it noted to events, once a second. Notes are dropped sooner than a request waits. Hot: runs for every request. Benchmark:
 * `npm run bench -- gateway`.
 */
import { ApiError } from '@order-hub/shared/errors';
import type { Ask } from '@order-hub/shared/internal-call';
import type { Log } from '@order-hub/shared/log';
import { counter, gauge } from '@order-hub/shared/metric';
import type { Metrics } from '@order-hub/shared/metrics';
import { startRepeating } from '@order-hub/shared/repeating';
import { notedMax, recordRequests, type NotedRequest } from '@order-hub/shared/request-log-calls';
import { LRUCache } from 'lru-cache';
import type { Traffic } from '../limits/limit-cost.ts';
import type { PublicRequest } from '../request/public-request.ts';
import * as allowances from './allowance.ts';
import { notedOf, statusOf } from './noted-request.ts';

const sendEveryMs = 1_000;
/** Notes that wait to be sent, at about 1 kB each. */
const waitingMax = 10_000;
/** Above this many, only failures get in. */
const waitingWellMax = 8_000;
/** Notes of a connection that wait; and when half of the room is used. */
const perConnectionMax = 1_000;
const perConnectionCrowdedMax = 50;
/** Connections and accounts whose allowances are remembered. */
const allowancesMax = 20_000;

const outcomes = ['sent', 'over_allowance', 'no_room', 'refused'] as const;
type Outcome = (typeof outcomes)[number];

const notedTotal = counter(
  'hub_request_log_requests_total',
  'Requests for the request log: sent to events, left out because a connection or account has many (over_allowance) or because too many wait (no_room), or refused by events.',
  ['outcome'],
);

const waitingNow = gauge('hub_request_log_waiting', 'Requests that wait to be sent to the request log.');

type OfConnection = { allowance: allowances.Allowance; waiting: number; unlisted: number };

type Note = { request: NotedRequest; of: OfConnection };

export type RequestLog = {
  /** Notes a request that has ended. Ignores one without a connection, or without an account. */
  note(request: PublicRequest, traffic: Traffic, nowMs: number): void;
  /** Sends what is left, once. */
  close(): Promise<void>;
};

type Deps = { ask: Ask; log: Log; metrics: Metrics };

const messages = {
  failing: 'requests cannot be sent to the request log',
  well: 'requests are sent to the request log again',
};

/** What connections and accounts may still list. */
function openAllowances() {
  const connections = new LRUCache<string, OfConnection>({ max: allowancesMax });
  const accounts = new LRUCache<string, allowances.Allowance>({ max: allowancesMax });
  return {
    ofConnection(id: string, nowMs: number): OfConnection {
      const known = connections.get(id);
      if (known) return known;
      const allowance = allowances.newAllowance(allowances.sizesOfConnection, nowMs);
      const made = { allowance, waiting: 0, unlisted: 0 };
      connections.set(id, made);
      return made;
    },
    ofAccount(id: string, nowMs: number): allowances.Allowance {
      const known = accounts.get(id);
      if (known) return known;
      const made = allowances.newAllowance(allowances.sizesOfAccount, nowMs);
      accounts.set(id, made);
      return made;
    },
  };
}

/** Whether one more of a connection may wait. The busiest connections lose their places first. */
function hasRoom(waiting: number, own: number, ending: allowances.Ending): boolean {
  if (waiting >= (ending === 'failed' ? waitingMax : waitingWellMax)) return false;
  return own < (waiting < waitingMax / 2 ? perConnectionMax : perConnectionCrowdedMax);
}

/** The notes that wait, the first ones first. */
function openWaiting({ ask, log, metrics }: Deps, count: Record<Outcome, number>) {
  const waiting: Note[] = [];
  const total = metrics.counter(notedTotal);
  metrics.gauge(waitingNow, {}, () => waiting.length);

  /** Counts here, and not with each request: finding the labels takes as long as the note itself. */
  function report(): void {
    for (const outcome of outcomes) {
      if (count[outcome] > 0) total.inc({ outcome }, count[outcome]);
      count[outcome] = 0;
    }
  }

  async function ended(requests: NotedRequest[]): Promise<Outcome> {
    try {
      if (!(await ask(recordRequests, { params: {}, body: { requests } })))
        throw new Error('events does not know this call yet');
      return 'sent';
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 422) throw error;
      log.error({ err: error, requests: requests.length }, 'events refuses requests for the request log');
      return 'refused';
    }
  }

  async function sendBatch(): Promise<void> {
    const batch = waiting.slice(0, notedMax);
    const outcome = await ended(batch.map(({ request }) => request));
    // Meanwhile others were added behind them.
    waiting.splice(0, batch.length);
    for (const { of } of batch) of.waiting -= 1;
    count[outcome] += batch.length;
  }

  async function send(): Promise<void> {
    report();
    try {
      while (waiting.length > 0) await sendBatch();
    } finally {
      report();
    }
  }

  return { waiting, send };
}

/** Begins to send. Notes that could not be sent are sent again, as long as there is room for them. */
export function openRequestLog(deps: Deps, everyMs = sendEveryMs): RequestLog {
  const count: Record<Outcome, number> = { sent: 0, over_allowance: 0, no_room: 0, refused: 0 };
  const { waiting, send } = openWaiting(deps, count);
  const { ofConnection, ofAccount } = openAllowances();
  let isFailing = false;

  async function work(): Promise<void> {
    isFailing = true;
    await send();
    isFailing = false;
  }

  /** Why a request is not listed; undefined if it is. */
  function refusalOf(of: OfConnection, account: allowances.Allowance, ending: allowances.Ending, nowMs: number) {
    const isAllowed =
      allowances.allows(of.allowance, allowances.sizesOfConnection, ending, nowMs) &&
      allowances.allows(account, allowances.sizesOfAccount, ending, nowMs);
    if (!isAllowed) return 'over_allowance';
    return hasRoom(waiting.length, of.waiting, ending) ? undefined : 'no_room';
  }

  const rounds = startRepeating({ work, everyMs, log: deps.log, messages });
  return {
    note(request, traffic, nowMs) {
      const { account, connection_id } = request.connection?.caller ?? {};
      if (!account || connection_id === undefined) return;
      const ending = allowances.endingOf(statusOf(request));
      const [of, ofItsAccount] = [ofConnection(connection_id, nowMs), ofAccount(account.id, nowMs)];
      const refusal = refusalOf(of, ofItsAccount, ending, nowMs);
      const noted = refusal === undefined && notedOf(request, { traffic, nowMs, unlisted: of.unlisted });
      if (!noted) {
        of.unlisted += 1;
        if (refusal) count[refusal] += 1;
        return;
      }
      allowances.take(of.allowance, ending);
      allowances.take(ofItsAccount, ending);
      of.unlisted = 0;
      of.waiting += 1;
      waiting.push({ request: noted, of });
    },
    async close() {
      await rounds.close();
      if (!isFailing) await send().catch(() => undefined);
    },
  };
}
