import { commaList, keyRing, loadConfig, seconds, serviceSettings } from '@order-hub/shared/config';
import { addressSetting } from '@order-hub/shared/neighbours';
import { isIP, isIPv4, isIPv6 } from 'node:net';
import { rule } from '@order-hub/shared/rules';
import { z } from 'zod';
import { isNetwork } from './addresses/address-policy.ts';

const isPort = (number: number) => number >= 1 && number <= 65_535;

/** `address`, `address:port` or `[IPv6 address]:port`. Node's resolver aborts the process for port 0. */
function isNameServer(text: string): boolean {
  if (isIP(text) > 0) return true;
  const [, address = '', port] = /^(\[.+\]|[^:]+)(?::(\d{1,5}))?$/.exec(text) ?? [];
  const isAddress = address.startsWith('[') ? isIPv6(address.slice(1, -1)) : isIPv4(address);
  return isAddress && (port === undefined || isPort(parseInt(port, 10)));
}

const networks = commaList.pipe(
  z.array(z.string().check(rule(isNetwork, 'each must be a network such as 10.0.0.0/8 or fd00::/8'))),
);

const nameServers = commaList.pipe(
  z.array(z.string().check(rule(isNameServer, 'each must be an address such as 10.0.0.2 or 10.0.0.2:5353'))),
);

/** Also a URL when `http://` precedes it: `localhost:99999` is not, nor is `[::::]:80`. */
const isHostWithPort = (text: string) =>
  /^(\[[0-9a-fA-F:.]+\]|[^\s/:[\]]+):\d{1,5}$/.test(text) && URL.canParse(`http://${text}`);

const hostsWithPorts = commaList.pipe(
  z.array(z.string().check(rule(isHostWithPort, 'each must be a host and port such as localhost:8080'))),
);

export const settings = {
  ...serviceSettings,
  HUB_ENCRYPTION_KEYS: keyRing,
  /** Retries wait for this × 1, 2, 4, 8, 16, 32. */
  CALLBACK_RETRY_BASE_SECONDS: seconds(60),
  /** The time limit of an attempt, from the DNS query to the last response header. */
  CALLBACK_TIMEOUT_SECONDS: seconds(20).check(rule((value) => value <= 20, 'must be 20 at most')),
  /** Private networks that callbacks may reach. */
  CALLBACK_ALLOWED_NETWORKS: networks.default([]),
  /** Hosts with ports that callbacks never reach, besides the hub's listeners that other settings name. */
  CALLBACK_REFUSED_ADDRESSES: hostsWithPorts.default([]),
  /** Where clients reach the gateway. */
  PUBLIC_URL: addressSetting.optional(),
  /** Name servers for the hosts of callbacks; by default those of the system. */
  CALLBACK_DNS_SERVERS: nameServers.default([]),
  CALLBACK_SIGNATURE_HEADER: z
    .string()
    .regex(/^[A-Za-z0-9-]{1,64}$/, 'must be the name of a header')
    .default('X-Service-Hmac-SHA256'),
};

/** The settings of this service. Throws ConfigError with every fault at once. */
export const readConfig = (env: NodeJS.ProcessEnv) => loadConfig(settings, env);
export type Config = ReturnType<typeof readConfig>;
