/** The limits, and where they count: in this process, or with `REDIS_URL` in Redis for all gateways (docs/decisions/0052-shared-limits.md). */
import type { Log } from '@order-hub/shared/log';
import type { Metrics } from '@order-hub/shared/metrics';
import type { Config } from './config.ts';
import type { GatewayStep } from './request/public-request.ts';
import { type AddressLimit, openAddressLimit } from './limits/address-limit.ts';
import { concurrencyLimiter } from './limits/limit-concurrency.ts';
import { type CostLimit, openCostLimit } from './limits/limit-cost.ts';
import { pageLimiter } from './limits/limit-pages.ts';
import { rateLimiter } from './limits/limit-rate.ts';
import { inProcessCounter, type ReadableCounter } from './limits/rate-counter.ts';
import type { Redis } from './redis/open-redis.ts';

export type Limits = {
  limitRate: GatewayStep;
  limitConcurrency: GatewayStep;
  limitPages: GatewayStep;
  addressLimit: AddressLimit;
  cost: CostLimit;
  close(): void;
};

type Process = { log: Log; now: () => Date; metrics: Metrics };

type Counting = {
  newCounter(): ReadableCounter;
  cost: CostLimit;
} & Pick<Limits, 'close'>;

const costSizeOf = (config: Config) => ({
  perMinute: config.COST_SECONDS_PER_MINUTE * 1000,
  burst: config.COST_BURST_SECONDS * 1000,
});

const countHere = (config: Config, log: Log): Counting => ({
  newCounter: inProcessCounter,
  cost: openCostLimit({ ...costSizeOf(config), payersMax: config.COST_PAYERS_MAX, hops: config.TRUST_PROXY }, log),
  close() {},
});

/** The client library is loaded only for those who use it. */
async function countInRedis(config: Config, url: string, { log, now, metrics }: Process): Promise<Counting> {
  const { openRedis } = await import('./redis/open-redis.ts');
  const { sharedCounter } = await import('./redis/shared-counter.ts');
  const { openSharedBuckets } = await import('./redis/shared-buckets.ts');
  const timeoutMs = config.REDIS_TIMEOUT_SECONDS * 1000;
  const redis: Redis = await openRedis({ url, isCluster: config.REDIS_CLUSTER, timeoutMs, log, metrics });
  const size = costSizeOf(config);
  const buckets = openSharedBuckets(redis, size, (payer, leftMs) => cost.lower(payer, leftMs, now().getTime()));
  const cost = openCostLimit(
    { ...size, payersMax: config.COST_PAYERS_MAX, hops: config.TRUST_PROXY },
    log,
    buckets.charge,
  );
  return {
    newCounter: () => sharedCounter(redis),
    cost,
    close() {
      buckets.close();
      redis.close();
    },
  };
}

/** Opens the limits. With `REDIS_URL`, waits for the first attempt to connect. */
export async function openLimits(config: Config, process: Process): Promise<Limits> {
  const { REDIS_URL: url, TRUST_PROXY: hops } = config;
  const { newCounter, ...counting } = url ? await countInRedis(config, url, process) : countHere(config, process.log);
  return {
    ...counting,
    limitRate: rateLimiter(newCounter(), {
      perMinute: config.RATE_LIMIT_PER_MINUTE,
      perHour: config.RATE_LIMIT_PER_HOUR,
      perDay: config.RATE_LIMIT_PER_DAY,
      highLoadPerMinute: config.RATE_LIMIT_HIGH_LOAD_PER_MINUTE,
    }),
    addressLimit: openAddressLimit(newCounter(), { perMinute: config.RATE_LIMIT_ADDRESS_PER_MINUTE, hops }),
    limitPages: pageLimiter({ perMinute: config.RATE_LIMIT_PAGES_PER_MINUTE, hops }),
    limitConcurrency: concurrencyLimiter(
      {
        perConnection: config.CONCURRENT_REQUESTS_PER_CONNECTION,
        perAddress: config.CONCURRENT_REQUESTS_PER_ADDRESS,
        pagesPerAddress: config.CONCURRENT_PAGES_PER_ADDRESS,
        livePerAddress: config.LIVE_PAGES_PER_ADDRESS,
        waitingMax: config.REQUESTS_WAITING_MAX,
        waitMs: config.CONCURRENT_REQUESTS_WAIT_SECONDS * 1000,
      },
      hops,
      process.metrics,
    ),
  };
}
