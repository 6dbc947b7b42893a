/**
 * Which addresses a callback may reach (docs/api/events.md#callback-addresses): the hub must not be a way into private
 * networks. The same policy applies when a callback is saved and at each connection. Why this is our code:
 * docs/decisions/0038-callback-addresses-are-checked-here.md.
 */
import ipaddr from 'ipaddr.js';
import { isLocalhost } from './host-names.ts';
import type { HubListener } from './hub-listeners.ts';

type Address = ipaddr.IPv4 | ipaddr.IPv6;
type Network = [Address, number];

export type AddressPolicy = {
  /** Whether callbacks may reach an address, in any notation. False for what is not an address. */
  allows(address: string): boolean;
  /** Whether any private network is allowed. */
  hasExceptions: boolean;
  /** Whether a host (name or address) and port lead to the hub, as far as can be told without resolving names. */
  isHub(host: string, port: string): boolean;
  /** The hosts on which the hub listens at this port. */
  hubHosts(port: string): string[];
};

/** Where the hub listens, and the addresses of the machine that runs this process. */
export type HubAddresses = { listeners: readonly HubListener[]; machine: readonly string[] };

const networksOf = (list: readonly string[]): Network[] => list.map((text) => ipaddr.parseCIDR(text));

/** Clouds give credentials to any process that asks here. No setting allows these. */
const metadata = networksOf([
  '169.254.0.0/16',
  '100.100.100.200/32',
  '168.63.129.16/32',
  '192.0.0.192/32',
  'fd00:ec2::/32',
  'fd20:ce::254/128',
  'fe80::a9fe:a9fe/128',
]);

/** So far all public IPv6 addresses are in here. ipaddr.js also calls the unassigned rest `unicast`. */
const globalUnicast = networksOf(['2000::/3']);

/** Prefixes of IPv6 addresses that hold an IPv4 address in their last 32 bits: compatible and translated ones. */
const embedding = networksOf(['::/96', '64:ff9b::/96', '::ffff:0:0:0/96']);

const isIn = (address: Address, networks: readonly Network[]) =>
  networks.some(([start, bits]) => start.kind() === address.kind() && address.match(start, bits));

/** Reads plain notations only. The URL parser has normalised decimal and octal ones, and resolvers return none. */
function parse(text: string): Address | undefined {
  const bare = text.replace(/^\[(.*)\]$/, '$1').replace(/%.*$/, '');
  const isAddress = ipaddr.IPv4.isValidFourPartDecimal(bare) || ipaddr.IPv6.isValid(bare);
  return isAddress ? ipaddr.process(bare) : undefined;
}

/** The IPv4 address that an IPv6 address holds, if any. */
const embedded = (address: Address) =>
  isIn(address, embedding) ? ipaddr.fromByteArray(address.toByteArray().slice(-4)) : undefined;

/** ipaddr.js names the range of each special-purpose network of IANA; addresses.test.ts checks that. */
const isPublic = (address: Address) =>
  address.range() === 'unicast' && (address.kind() === 'ipv4' || isIn(address, globalUnicast));

/** Whether a text is a network in CIDR notation. */
export const isNetwork = (text: string) => ipaddr.isValidCIDR(text);

/** Gives each address one text; leaves names as they are. */
const canonical = (host: string) => parse(host)?.toString() ?? host.toLowerCase();

const isLoopback = (host: string) =>
  isLocalhost(host) || ['loopback', 'unspecified'].includes(parse(host)?.range() ?? '');

/**
 * Allows public addresses and the `allowed` networks (CIDR), but never the metadata services of clouds. The hub's own
 * ports are refused on their hosts and on this machine, whatever is allowed. Throws when a network is not valid.
 */
export function addressPolicy(
  allowed: readonly string[],
  hub: HubAddresses = { listeners: [], machine: [] },
): AddressPolicy {
  const exceptions = networksOf(allowed);
  const machine = new Set(hub.machine.map(canonical));
  const hubHosts = (port: string) => hub.listeners.filter((listener) => listener.port === port).map(({ host }) => host);
  return {
    hasExceptions: exceptions.length > 0,
    hubHosts,
    isHub(host, port) {
      const hosts = hubHosts(port).map(canonical);
      const target = canonical(host);
      return hosts.length > 0 && (isLoopback(target) || machine.has(target) || hosts.includes(target));
    },
    allows(text) {
      const address = parse(text);
      if (!address) return false;
      const inner = embedded(address);
      if (isIn(address, metadata) || (inner && isIn(inner, metadata))) return false;
      return isPublic(address) || isIn(address, exceptions);
    },
  };
}
