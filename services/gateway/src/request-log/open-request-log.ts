/**
 * The request log of this gateway (docs/decisions/0074-the-request-log.md): notes each request of a connection when it has ended, and
 * sends what it noted to events, once a second. Notes are dropped sooner than a request waits. Hot: runs for every request. Benchmark:
 * `npm run bench -- gateway`.
 */
import type { Log } from '@order-hub/shared/log';
import { startRepeating } from '@order-hub/shared/repeating';
import { LRUCache } from 'lru-cache';
import type { Traffic } from '../limits/limit-cost.ts';
import type { PublicRequest } from '../request/public-request.ts';
import {
  allows,
  endingOf,
  newAllowance,
  sizesOfAccount,
  sizesOfConnection,
  take,
  type Allowance,
  type Ending,
} from './allowance.ts';
import { notedOf, statusOf } from './noted-request.ts';
import { openNoteSender, type NoteSender, type SenderDeps } from './send-notes.ts';

const sendEveryMs = 1_000;
/** Notes that wait to be sent, at about 1 kB each. */
const waitingMax = 10_000;
/** Above this many, only failures get in. */
const waitingWellMax = 8_000;
/** Notes of a connection that wait; and when half of the room is used. */
const perConnectionMax = 1_000;
const perConnectionCrowdedMax = 50;
/** Connections and accounts whose allowances are remembered. */
const rememberedMax = 20_000;

/** `waiting`: notes that wait to be sent. `unlisted`: requests since the last one that was noted. */
type OfConnection = { allowance: Allowance; waiting: number; unlisted: number };

export type RequestLog = {
  /** Notes a request that has ended. Ignores one without a connection, or without an account. */
  note(request: PublicRequest, traffic: Traffic, nowMs: number): void;
  /** Sends what is left, once. */
  close(): Promise<void>;
};

const messages = {
  failing: 'requests cannot be sent to the request log',
  well: 'requests are sent to the request log again',
};

/** Whether one more of a connection may wait. The busiest connections lose their places first. */
function hasRoom(waiting: number, own: number, ending: Ending): boolean {
  if (waiting >= (ending === 'failed' ? waitingMax : waitingWellMax)) return false;
  return own < (waiting < waitingMax / 2 ? perConnectionMax : perConnectionCrowdedMax);
}

/** What is remembered by key, made when it is needed. */
function remembered<Value extends object>(make: (nowMs: number) => Value) {
  const values = new LRUCache<string, Value>({ max: rememberedMax });
  return (key: string, nowMs: number): Value => {
    const known = values.get(key);
    if (known) return known;
    const made = make(nowMs);
    values.set(key, made);
    return made;
  };
}

const newConnection = (nowMs: number): OfConnection => ({
  allowance: newAllowance(sizesOfConnection, nowMs),
  waiting: 0,
  unlisted: 0,
});

/** Sends again and again, and once more at the end, unless events did not answer the last time. */
function startSending({ send }: NoteSender, everyMs: number, log: Log) {
  let isFailing = false;
  const rounds = startRepeating({
    async work() {
      isFailing = true;
      await send();
      isFailing = false;
    },
    ...{ everyMs, log, messages },
  });
  return async (): Promise<void> => {
    await rounds.close();
    if (!isFailing) await send().catch(() => undefined);
  };
}

/** Begins to send. Notes that could not be sent are sent again, as long as there is room for them. */
export function openRequestLog(deps: SenderDeps, everyMs = sendEveryMs): RequestLog {
  const sender = openNoteSender(deps);
  const { waiting, count } = sender;
  const connectionOf = remembered(newConnection);
  const accountOf = remembered((nowMs) => newAllowance(sizesOfAccount, nowMs));
  return {
    note(request, traffic, nowMs) {
      const caller = request.connection?.caller;
      if (!caller?.account) return;
      const { account, connection_id, client_id } = caller;
      const ending = endingOf(statusOf(request));
      const of = connectionOf(connection_id, nowMs);
      const whole = accountOf(account.id, nowMs);
      const isAllowed =
        allows(of.allowance, sizesOfConnection, ending, nowMs) && allows(whole, sizesOfAccount, ending, nowMs);
      if (!isAllowed || !hasRoom(waiting.length, of.waiting, ending)) {
        of.unlisted += 1;
        count[isAllowed ? 'no_room' : 'over_allowance'] += 1;
        return;
      }
      take(of.allowance, ending);
      take(whole, ending);
      const ids = { account_id: account.id, client_id, connection_id };
      waiting.push({ request: notedOf(request, ids, { traffic, nowMs, unlisted: of.unlisted }), of });
      of.unlisted = 0;
      of.waiting += 1;
    },
    close: startSending(sender, everyMs, deps.log),
  };
}
