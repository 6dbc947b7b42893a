/** Settings of the measured processes: free local ports, no rate limits, a random key. */
import { randomBytes } from 'node:crypto';

export const internalKey = randomBytes(24).toString('hex');

export const anyPort = { HOST: '127.0.0.1', PORT: '0', AMQP_URL: '' };

const much = '1000000000';

/** The default limits would stop a measurement within a second. */
export const unlimited = {
  RATE_LIMIT_PER_MINUTE: much,
  RATE_LIMIT_PER_HOUR: much,
  RATE_LIMIT_PER_DAY: much,
  RATE_LIMIT_HIGH_LOAD_PER_MINUTE: much,
  RATE_LIMIT_ADDRESS_PER_MINUTE: much,
};
