/** Puts the run between the application and the hub. */
import { createClient, type Client } from '@order-hub/client';
import { NoOccasionError } from '../findings/finding.ts';
import { isDone } from '../journal/entry.ts';
import { openJournal } from '../journal/journal.ts';
import { pricesOfCatalogs } from '../proxy/alter-answers.ts';
import { rules as noRules } from '../proxy/call.ts';
import { startProxy } from '../proxy/start-proxy.ts';
import { collectEvents } from './collect-events.ts';
import { deliveries } from './deliver-events.ts';
import { defaultTimes, type CertifyOptions } from './options.ts';
import { partner } from './partner.ts';
import { occasions } from './prepare-occasion.ts';
import { prepareTestEvents } from './prepare-test-events.ts';
import type { Run } from './run.ts';
import { takenCallback } from './take-over-callback.ts';

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

export async function startRun(options: CertifyOptions): Promise<StartedRun> {
  const { kind, hubUrl, clientSecret, host = '127.0.0.1', port = 0, signal } = options;
  const times = { ...defaultTimes, ...options.times };
  const journal = openJournal(signal);
  const rules = noRules();
  const prices = pricesOfCatalogs();
  let known: { token: string; api: Client } | undefined;
  const caller = () => {
    if (!known) throw new Error('The application has not called yet');
    return known;
  };
  const application = () => caller().api;

  const callback = takenCallback(application);
  const { current } = callback;
  const signatureHeaders = options.signatureHeaders ?? defaultHeaders;
  const delivery = deliveries({ journal, times, clientSecret, signatureHeaders, callback: current, application });
  const collect = async (isWanted: Parameters<typeof collectEvents>[1], count: number) => {
    const { token, api } = caller();
    const { patienceMs } = times;
    const events = await collectEvents({ application: api, hubUrl, token, journal, patienceMs }, isWanted, count);
    if (current().url !== null) delivery.collected(events);
    return events;
  };

  rules.add(prices.rule);
  rules.add(callback.rule);
  const onToken = (token: string) => void (known ??= { token, api: createClient({ baseUrl: hubUrl, token }) });
  const proxy = await startProxy({ hubUrl, host, port, journal, rules, onToken });
  const others = { partner: partner(hubUrl, options.partnerToken), placeOrder: options.placeOrder };

  let givenUp: string | undefined;
  const going =
    <Args extends unknown[], Result>(act: (...args: Args) => Promise<Result>) =>
    async (...args: Args): Promise<Result> => {
      if (givenUp !== undefined) throw new NoOccasionError(givenUp);
      return act(...args);
    };
  const shared = { journal, rules, patienceMs: times.patienceMs, callback: current };
  const prepare = occasions({
    ...{ kind, ...shared, ...others },
    collect: (order_id, count) =>
      collect((event) => event['order_id'] === order_id && event.resource_type === 'order', count),
    deliver: delivery.deliver,
  });

  const run: Run = {
    ...{ kind, times, journal, rules, prices, callback: current },
    ...delivery,
    giveUp: (reason) => void (givenUp ??= reason),
    push: going(delivery.push),
    prepare: going(prepare),
    prepareTest: going(() =>
      prepareTestEvents({
        ...{ ...shared, application, push: (event) => delivery.push(delivery.signed(event)) },
        collect: (ids) => collect(({ id }) => ids.includes(id), ids.length),
      }),
    ),
    async offer(occasion) {
      const isActed = () => journal.entries.find((entry) => occasion.isAct(entry) && isDone(entry));
      const [act] = await Promise.all([journal.until(isActed, times.patienceMs), occasion.begin()]);
      return act;
    },
  };

  return {
    run,
    url: proxy.url,
    async meet() {
      const met = await journal.until(() => known, times.patienceMs);
      if (!met) return run.giveUp(`The application has not called ${proxy.url}.`);
      await callback.take();
      await journal.quiet(times.quietMs);
    },
    takeCallback: async () => (known ? callback.take() : undefined),
    async stop() {
      try {
        if (!known) return undefined;
        await delivery.forget();
        return await callback.restore();
      } finally {
        await proxy.close();
      }
    },
  };
}
