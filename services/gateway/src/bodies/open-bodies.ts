import type { Log } from '@order-hub/shared/log';
import type { Metrics } from '@order-hub/shared/metrics';
import type { Config } from '../config.ts';
import { openBodyBudgets } from './body-budgets.ts';
import { type BodyOptions, bodyReceiver } from './receive-body.ts';
import { openResponseBudgets } from './response-budgets.ts';
import type { ResponseOptions } from './send-response.ts';
import { assertWritable } from './spool-file.ts';

const bodyOptions = (config: Config, log: Log, metrics: Metrics): BodyOptions => ({
  leastRate: { bytesPerSecond: config.BODY_BYTES_PER_SECOND_MIN, stallMs: config.BODY_STALL_SECONDS * 1000 },
  budgets: openBodyBudgets(
    {
      bodiesPerConnection: config.BODIES_PER_CONNECTION,
      bodiesPerAddress: config.BODIES_PER_ADDRESS,
      bytesPerConnection: config.BODY_BYTES_PER_CONNECTION,
      bytesPerAccount: config.BODY_BYTES_PER_ACCOUNT,
      bytesPerAddress: config.BODY_BYTES_PER_ADDRESS,
      memoryBytes: config.BODY_MEMORY_BYTES,
      diskBytes: config.BODY_DISK_BYTES,
    },
    config.TRUST_PROXY,
    metrics,
  ),
  directory: config.SPOOL_DIRECTORY,
  log,
});

const responseOptions = (config: Config, log: Log, metrics: Metrics): ResponseOptions => ({
  pageMs: config.PAGE_RESPONSE_SECONDS * 1000,
  leastRate: { bytesPerSecond: config.RESPONSE_BYTES_PER_SECOND_MIN, stallMs: config.RESPONSE_STALL_SECONDS * 1000 },
  budgets: openResponseBudgets(
    {
      bytesPerAccount: config.RESPONSE_BYTES_PER_ACCOUNT,
      bytesPerAddress: config.RESPONSE_BYTES_PER_ADDRESS,
      memoryBytes: config.RESPONSE_MEMORY_BYTES,
      diskBytes: config.RESPONSE_DISK_BYTES,
    },
    config.TRUST_PROXY,
    metrics,
  ),
  directory: config.SPOOL_DIRECTORY,
  log,
});

/** The steps about bodies, and what sending responses needs. Throws if no temporary file can be written. */
export async function openBodies(config: Config, log: Log, metrics: Metrics) {
  await assertWritable(config.SPOOL_DIRECTORY);
  const responses = responseOptions(config, log, metrics);
  const { refuseUnread } = responses.budgets;
  return { steps: { refuseUnread, receiveBody: bodyReceiver(bodyOptions(config, log, metrics)) }, responses };
}
