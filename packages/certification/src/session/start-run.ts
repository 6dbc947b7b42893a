/** Puts the run between the application and the hub. */
import { NoOccasionError } from '../findings/finding.ts';
import { isDone } from '../journal/entry.ts';
import { openJournal, type Journal } from '../journal/journal.ts';
import { pricesOfCatalogs } from '../proxy/alter-answers.ts';
import { rules as noRules } from '../proxy/call.ts';
import { startProxy } from '../proxy/start-proxy.ts';
import { knownCaller, type KnownCaller } from '../parties/caller.ts';
import { collectEvents } from './collect-events.ts';
import { deliveries } from './deliver-events.ts';
import { defaultTimes, type CertifyOptions, type Times } from './options.ts';
import { partner } from '../parties/partner.ts';
import { occasions } from './prepare-occasion.ts';
import { prepareTestEvents } from './prepare-test-events.ts';
import type { Run } from './run.ts';
import { takenCallback, type TakenCallback } from '../parties/take-over-callback.ts';

export type StartedRun = {
  run: Run;
  /** Where the application finds the API. */
  url: string;
  /** Waits for the application's first call. What follows throws NoOccasionError if it does not call. */
  meet(): Promise<void>;
  /** Takes the callback over, once the application has called. */
  takeCallback(): Promise<void>;
  /** Leaves the callback as it was. Returns what could not be undone. */
  stop(): Promise<string | undefined>;
};

const defaultHeaders = ['X-Service-Hmac-SHA256'];

/** Lets functions throw NoOccasionError from a moment on. */
function abandonable() {
  let reason: string | undefined;
  return {
    giveUp: (because: string) => void (reason ??= because),
    unlessGivenUp:
      <Args extends unknown[], Result>(act: (...args: Args) => Promise<Result>) =>
      async (...args: Args): Promise<Result> => {
        if (reason !== undefined) throw new NoOccasionError(reason);
        return act(...args);
      },
  };
}

type Parts = { journal: Journal; times: Times; caller: KnownCaller; callback: TakenCallback };

/** Events that wait at the hub, and the pushes of the run in its place. */
function eventsOf({ journal, times, caller, callback }: Parts, options: CertifyOptions) {
  const { hubUrl, clientSecret, signatureHeaders = defaultHeaders } = options;
  const { current } = callback;
  const application = () => caller.get().api;
  const delivery = deliveries({ journal, times, clientSecret, signatureHeaders, callback: current, application });
  return {
    delivery,
    async collect(isWanted: Parameters<typeof collectEvents>[1], count: number) {
      const { token, api } = caller.get();
      const { patienceMs } = times;
      const events = await collectEvents({ application: api, hubUrl, token, journal, patienceMs }, isWanted, count);
      if (current().url !== null) delivery.collected(events);
      return events;
    },
  };
}

const nobodyOrders = async (): Promise<never> => {
  throw new NoOccasionError('Nobody orders at the website: pass how to place an order.');
};

function runOf(parts: Parts, options: CertifyOptions) {
  const { journal, times, caller, callback } = parts;
  const { kind, hubUrl, partnerToken, placeOrder = nobodyOrders } = options;
  const rules = noRules();
  const prices = pricesOfCatalogs();
  rules.add(prices.rule);
  rules.add(callback.rule);
  const { delivery, collect } = eventsOf(parts, options);
  const { giveUp, unlessGivenUp } = abandonable();
  const shared = { journal, rules, patienceMs: times.patienceMs, callback: callback.current };
  const prepare = occasions({
    ...{ kind, ...shared, partner: partner(hubUrl, partnerToken), placeOrder, deliver: delivery.deliver },
    collect: (order_id, count) =>
      collect((event) => event['order_id'] === order_id && event.resource_type === 'order', count),
  });
  const prepareTest = () =>
    prepareTestEvents({
      ...{ ...shared, application: () => caller.get().api },
      push: (event) => delivery.push(delivery.signed(event)),
      remove: delivery.remove,
      collect: (ids) => collect(({ id }) => ids.includes(id), ids.length),
    });
  const run: Run = {
    ...{ kind, times, journal, rules, prices, callback: callback.current, ...delivery, giveUp },
    push: unlessGivenUp(delivery.push),
    prepare: unlessGivenUp(prepare),
    prepareTest: unlessGivenUp(prepareTest),
    async offer(occasion) {
      const isActed = () => journal.entries.find((entry) => occasion.isAct(entry) && isDone(entry));
      const [act] = await Promise.all([journal.until(isActed, times.patienceMs), occasion.begin()]);
      return act;
    },
  };
  return { run, forget: delivery.forget };
}

export async function startRun(options: CertifyOptions): Promise<StartedRun> {
  const { hubUrl, host = '127.0.0.1', port = 0, signal } = options;
  const times = { ...defaultTimes, ...options.times };
  const journal = openJournal(signal);
  const caller = knownCaller(hubUrl);
  const callback = takenCallback(() => caller.get().api);
  const { run, forget } = runOf({ journal, times, caller, callback }, options);
  const proxy = await startProxy({ hubUrl, host, port, journal, rules: run.rules, onToken: caller.learn });

  return {
    ...{ run, url: proxy.url },
    async meet() {
      const isMet = await journal.until(() => caller.find(), times.patienceMs);
      if (!isMet) return run.giveUp(`The application has not called ${proxy.url}.`);
      await callback.take();
      await journal.quiet(times.quietMs);
    },
    takeCallback: async () => (caller.find() ? callback.take() : undefined),
    async stop() {
      try {
        if (!caller.find()) return undefined;
        await forget();
        return await callback.restore();
      } finally {
        await proxy.close();
      }
    },
  };
}
