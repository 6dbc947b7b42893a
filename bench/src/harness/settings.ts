/** Settings of the measured processes: free local ports, no limits per client. */

export const anyPort = { HOST: '127.0.0.1', PORT: '0', AMQP_URL: '', MIGRATE_ON_START: 'true' };

/** How many orders the part `growth` has: 100,000 at least, so that a hundredth fills the pages of its lists. */
export const growthOrders = Math.max(100_000, parseInt(process.env['GROWTH_ORDERS'] ?? '10000000', 10));

/** The attacks of the part `fairness`, by their names with semicolons between; all unless told. */
export const fairnessAttacks = process.env['FAIRNESS_ATTACKS']?.split(';');

const much = '1000000000';

/** The default limits would stop a measurement within a second. */
export const unlimited = {
  RATE_LIMIT_PER_MINUTE: much,
  RATE_LIMIT_PER_HOUR: much,
  RATE_LIMIT_PER_DAY: much,
  RATE_LIMIT_HIGH_LOAD_PER_MINUTE: much,
  RATE_LIMIT_ADDRESS_PER_MINUTE: much,
  RATE_LIMIT_PAGES_PER_MINUTE: much,
  COST_SECONDS_PER_MINUTE: much,
  COST_BURST_SECONDS: much,
  CONCURRENT_REQUESTS_PER_ACCOUNT: '256',
  LARGE_REQUESTS_PER_SERVICE: '256',
  LARGE_REQUESTS_PER_ACCOUNT: '256',
  IDLE_SOCKETS_PER_ADDRESS: '2000',
  LIVE_PAGES_PER_USER: '1000',
  LOG_INS_PER_ADDRESS_MINUTE: much,
  LOG_INS_PER_USER_MINUTE: much,
};
