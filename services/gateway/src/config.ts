import { busSettings, loadConfig, processSettings, publicUrl } from '@order-hub/shared/config';
import { neededAddresses } from '@order-hub/shared/neighbours';
import { rule } from '@order-hub/shared/rules';
import {
  bytes,
  factsOf,
  flag,
  limit,
  port,
  seconds,
  secretUrl,
  share,
  text,
  wholeNumber,
} from '@order-hub/shared/settings';
import { tmpdir } from 'node:os';

const mib = 1_048_576;

const { GATEWAY_URL: _own, ...upstreamAddresses } = neededAddresses;

const listening = {
  INTERNAL_HOST: text()
    .optional()
    .describe(
      'The address of the listener for other services; by default `HOST`. It must not be reachable from outside.',
    ),
  INTERNAL_PORT: port(8081).describe('The port of the listener for other services.'),
  PUBLIC_URL: publicUrl.optional(),
  TRUST_PROXY: wholeNumber({ min: 0, max: 10 })
    .default(0)
    .describe('The number of your own proxies in front, and so of the trusted entries of `X-Forwarded-For`.'),
  OTEL_TRACES_SAMPLER_ARG: share(0.01).describe('The share of the requests that are traced.'),
  // Below the services' 65 s keep-alive, so that no closing socket is reused.
  UPSTREAM_TIMEOUT_SECONDS: seconds(30, 60).describe('How long a service may take to answer.'),
  PAGE_RESPONSE_SECONDS: seconds(60).describe(
    'How long the response of a page may take from its first byte to its last; live pages and files of orders may take longer.',
  ),
  OPENAPI_PATH: text()
    .optional()
    .describe('The file with the API document; by default docs/openapi.json of the repository.'),
};

const rateLimits = {
  RATE_LIMIT_PER_MINUTE: limit(500).describe('Requests of a connection per minute.'),
  RATE_LIMIT_PER_HOUR: limit(2500).describe('Requests of a connection per hour.'),
  RATE_LIMIT_PER_DAY: limit(10_000).describe('Requests of a connection per day.'),
  RATE_LIMIT_HIGH_LOAD_PER_MINUTE: limit(10).describe('Expensive requests of a connection per minute.'),
  RATE_LIMIT_ADDRESS_PER_MINUTE: limit(600).describe(
    'Requests per minute without a valid access token, from one network address.',
  ),
  RATE_LIMIT_PAGES_PER_MINUTE: limit(600).describe('Requests to pages per minute, from one network address.'),
};

const isRedisUrl = (url: string) => {
  const { hostname, pathname } = new URL(url);
  return hostname !== '' && /^(\/\d*)?$/.test(pathname);
};

const redisUrl = secretUrl(['redis', 'rediss'], 'redis://user:password@redis:6379');

const sharedLimits = {
  REDIS_URL: redisUrl
    .check(rule(isRedisUrl, 'not_a_url', 'with a host, and without a path other than the number of a database'))
    .meta(factsOf(redisUrl))
    .optional()
    .describe(
      'The Redis that counts requests for all gateways together. Without it, each gateway grants the full limits.',
    ),
  REDIS_CLUSTER: flag(false).describe(
    'Whether `REDIS_URL` is a node of a Redis Cluster, or a name that leads to all of them.',
  ),
  REDIS_TIMEOUT_SECONDS: seconds(0.05, 10).describe(
    'How long a request waits for Redis; then the gateway counts it by itself.',
  ),
};

/** All far below the 256 connections to a service. */
const concurrency = {
  CONCURRENT_REQUESTS_PER_CONNECTION: limit(32).describe('Requests of a connection at the same time.'),
  CONCURRENT_REQUESTS_PER_ADDRESS: limit(128).describe(
    'Requests at the same time without an access token, from one network address.',
  ),
  CONCURRENT_PAGES_PER_ADDRESS: limit(16).describe('Requests to pages at the same time, from one network address.'),
  LIVE_PAGES_PER_ADDRESS: limit(8).describe('Live pages that are open at the same time, from one network address.'),
  CONCURRENT_REQUESTS_WAIT_SECONDS: seconds(10).describe('How long a request above these limits waits.'),
  REQUESTS_WAITING_MAX: limit(2_000).describe(
    'Requests that wait: of a connection, of a network address, and of an account for one service.',
  ),
  CONCURRENT_REQUESTS_PER_ACCOUNT: limit(64).describe('Requests of an account to one service at the same time.'),
  LARGE_BODY_BYTES: bytes(65_536).describe('A body of more is large.'),
  LARGE_REQUESTS_PER_SERVICE: limit(8).describe(
    'Large bodies under way to one service, and as many long lists from it.',
  ),
  LARGE_REQUESTS_PER_ACCOUNT: limit(3).describe('As `LARGE_REQUESTS_PER_SERVICE`, of one account.'),
  LARGE_REQUESTS_WAIT_SECONDS: seconds(10).describe('How long a large request above these limits waits.'),
  LARGE_REQUESTS_PAUSE: wholeNumber({ min: 0, max: 60 })
    .default(4)
    .describe(
      'An account has one large request less for this many times as long as its last one took, 5 seconds at most; for 5 seconds if its client gave up.',
    ),
  COST_SECONDS_PER_MINUTE: seconds(15).describe('Processor time of an account per minute.'),
  COST_BURST_SECONDS: seconds(30).describe('Processor time that an account may use at once after a pause.'),
  COST_PAYERS_MAX: limit(10_000).describe(
    'Accounts, users and network addresses whose cost is remembered, at about 1 kB each.',
  ),
};

const sockets = {
  SOCKETS_MAX: limit(10_000).describe('Connections of all clients.'),
  SOCKETS_PER_ADDRESS: limit(2_000).describe('Connections from one network address.'),
  IDLE_SOCKETS_PER_ADDRESS: limit(200).describe('Connections from one network address without a request.'),
  ANONYMOUS_KEEP_ALIVE_SECONDS: limit(5)
    .meta({ unit: 'seconds' })
    .describe('How long a connection stays open after a request without an access token.'),
};

const bodies = {
  BODY_BYTES_PER_SECOND_MIN: bytes(8192).describe('The lowest rate at which a body may arrive, per second.'),
  BODY_STALL_SECONDS: seconds(10).describe('How long a body may arrive more slowly.'),
  BODIES_PER_CONNECTION: limit(1000).describe('Bodies of a connection under way.'),
  BODIES_PER_ADDRESS: limit(64).describe('Bodies under way without an access token, from one network address.'),
  BODY_BYTES_PER_CONNECTION: bytes(64 * mib).describe('Bodies of a connection under way.'),
  BODY_BYTES_PER_ACCOUNT: bytes(128 * mib).describe('Bodies of an account under way.'),
  BODY_BYTES_PER_ADDRESS: bytes(2 * mib).describe('Bodies under way without an access token, from one address.'),
  BODY_MEMORY_BYTES: bytes(32 * mib).describe('Bodies in memory.'),
  BODY_DISK_BYTES: bytes(1024 * mib).describe('Bodies on disk.'),
  // The system's socket buffers hide that a client reads for up to half a minute.
  RESPONSE_BYTES_PER_SECOND_MIN: bytes(8192).describe('The lowest rate at which a response may be read, per second.'),
  RESPONSE_STALL_SECONDS: seconds(60).describe('How long a response may be read more slowly.'),
  RESPONSE_BYTES_PER_ACCOUNT: bytes(256 * mib).describe('Responses of an account that are not read yet.'),
  RESPONSE_BYTES_PER_ADDRESS: bytes(16 * mib).describe('Responses to one network address that are not read yet.'),
  RESPONSE_MEMORY_BYTES: bytes(64 * mib).describe('Responses in memory.'),
  RESPONSE_DISK_BYTES: bytes(1024 * mib).describe('Responses on disk.'),
  SPOOL_DIRECTORY: text()
    .default(tmpdir())
    .meta({ fallback: "the system's directory for temporary files" })
    .describe('For bodies and responses that do not fit into memory. It should be on a disk.'),
};

export const settings = {
  ...processSettings,
  ...busSettings,
  ...upstreamAddresses,
  ...listening,
  ...rateLimits,
  ...sharedLimits,
  ...concurrency,
  ...sockets,
  ...bodies,
};

/** The gateway's settings. Throws ConfigError that lists every fault. */
export const readConfig = (env: NodeJS.ProcessEnv) =>
  loadConfig(settings, env, [
    ['RATE_LIMIT_PER_MINUTE', 'RATE_LIMIT_PER_HOUR'],
    ['RATE_LIMIT_PER_HOUR', 'RATE_LIMIT_PER_DAY'],
    ['LARGE_REQUESTS_PER_ACCOUNT', 'LARGE_REQUESTS_PER_SERVICE'],
    ['IDLE_SOCKETS_PER_ADDRESS', 'SOCKETS_PER_ADDRESS'],
    ['SOCKETS_PER_ADDRESS', 'SOCKETS_MAX'],
    ['BODY_BYTES_PER_CONNECTION', 'BODY_BYTES_PER_ACCOUNT'],
  ]);

export type Config = ReturnType<typeof readConfig>;
