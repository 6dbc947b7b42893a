import {
  anonymisingSettings,
  encryptionKeys,
  largeReadSettings,
  loadConfig,
  publicUrl,
  serviceSettings,
} from '@order-hub/shared/config';
import { rule } from '@order-hub/shared/rules';
import { commaList, days, seconds, wholeNumber } from '@order-hub/shared/settings';
import { isIP, isIPv4, isIPv6 } from 'node:net';
import { z } from 'zod';
import { isNetwork } from './addresses/address-policy.ts';
import { keptDaysMax } from './day-logs/day-slots.ts';
import { areDistinct, isFreeHeader } from './pushing/attempts/event-headers.ts';

const isPort = (number: number) => number >= 1 && number <= 65_535;

/** `address`, `address:port` or `[IPv6 address]:port`. Node's resolver aborts the process for port 0. */
function isNameServer(text: string): boolean {
  if (isIP(text) > 0) return true;
  const [, address = '', port] = /^(\[.+\]|[^:]+)(?::(\d{1,5}))?$/.exec(text) ?? [];
  const isAddress = address.startsWith('[') ? isIPv6(address.slice(1, -1)) : isIPv4(address);
  return isAddress && (port === undefined || isPort(parseInt(port, 10)));
}

/** A list of values that each keep a rule. */
const listOf = (isValid: (entry: string) => boolean, form: string, each: string) =>
  commaList
    .pipe(z.array(z.string().check(rule(isValid, 'wrong_format', `each must be ${each}`))))
    .meta({ form: `${form}, separated by commas` });

const networks = listOf(isNetwork, 'networks', 'a network such as 10.0.0.0/8 or fd00::/8');
const nameServers = listOf(isNameServer, 'name servers', 'an address such as 10.0.0.2 or 10.0.0.2:5353');

/** Also a URL when `http://` precedes it: `localhost:99999` is not, nor is `[::::]:80`. */
const isHostWithPort = (text: string) =>
  /^(\[[0-9a-fA-F:.]+\]|[^\s/:[\]]+):\d{1,5}$/.test(text) && URL.canParse(`http://${text}`);

const hostsWithPorts = listOf(isHostWithPort, 'addresses', 'a host and port such as localhost:8080');

const signatureHeadersMax = 5;

const signatureHeaders = commaList
  .pipe(
    z
      .array(
        z
          .string()
          .check(rule(isFreeHeader, 'not_allowed', 'each must be the name of a header that a POST does not have yet')),
      )
      .check(rule(({ length }) => length > 0, 'empty', 'must name a header'))
      .check(rule(({ length }) => length <= signatureHeadersMax, 'too_many', `must be ${signatureHeadersMax} at most`))
      .check(rule(areDistinct, 'repeated', 'must not repeat a name')),
  )
  .meta({ form: 'names of headers, separated by commas' });

export const settings = {
  ...serviceSettings,
  ...anonymisingSettings,
  ...largeReadSettings,
  HUB_ENCRYPTION_KEYS: encryptionKeys,
  PUBLIC_URL: publicUrl.optional(),
  CALLBACK_RETRY_BASE_SECONDS: seconds(60).describe(
    'The wait before the first retry; later ones are 2, 4, 8, 16, 32 times as long.',
  ),
  CALLBACK_TIMEOUT_SECONDS: seconds(20, 20).describe(
    'The time limit of an attempt, from the DNS query to the last response header.',
  ),
  // docs/api/events.md#backlog
  CALLBACK_BACKLOG_EVENTS: wholeNumber({ min: 1_000 })
    .default(100_000)
    .describe('How many events of one connection wait at most; the oldest ones over it are given up.'),
  CALLBACK_BACKLOG_BYTES: wholeNumber({ min: 1_048_576 })
    .default(1_073_741_824)
    .meta({ unit: 'bytes' })
    .describe('How large the events of one connection that wait may be together.'),
  CALLBACK_ALLOWED_NETWORKS: networks.default([]).describe('Private networks that callbacks may reach.'),
  CALLBACK_REFUSED_ADDRESSES: hostsWithPorts
    .default([])
    .describe(
      'Hosts with ports that callbacks never reach, besides the listeners of the hub that other settings name.',
    ),
  CALLBACK_DNS_SERVERS: nameServers
    .default([])
    .meta({ fallback: "the system's" })
    .describe('Name servers for the hosts of callbacks.'),
  CALLBACK_SIGNATURE_HEADERS: signatureHeaders
    .optional()
    .meta({ fallback: 'X-Service-Hmac-SHA256' })
    .describe('The headers that carry the signature, each with the same value; 5 at most.'),
  CALLBACK_SIGNATURE_HEADER: signatureHeaders
    .default(['X-Service-Hmac-SHA256'])
    .describe('The older name of `CALLBACK_SIGNATURE_HEADERS`.'),
  // docs/api/requests.md#request-log
  REQUEST_LOG_DAYS: wholeNumber({ min: 1, max: keptDaysMax })
    .default(keptDaysMax)
    .meta({ unit: 'days' })
    .describe('How long the request log keeps the requests of connections.'),
  // docs/decisions/0084-figures-of-a-day.md
  ORDER_FIGURE_DAYS: days(90, 15).describe(
    'How long the figures of days and the timelines of orders are kept; a change of an older order counts nowhere.',
  ),
  // docs/api/events.md#retries
  DROPPED_EVENT_DAYS: days(7, 1).describe('How long dropped events are kept for operators, with their changes.'),
};

/** The settings of this service. Throws ConfigError with every fault at once. */
export const readConfig = (env: NodeJS.ProcessEnv) => loadConfig(settings, env);
export type Config = ReturnType<typeof readConfig>;
