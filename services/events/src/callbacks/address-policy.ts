/**
 * Which addresses a callback may reach (docs/api/events.md#callback-addresses): the hub must not be a way into private
 * networks. The same policy decides when a callback is saved and at each connection.
 */
import ipaddr from 'ipaddr.js';
import { isLocalhost } from './bare-host.ts';
import type { OwnAddress } from './own-addresses.ts';

type Address = ipaddr.IPv4 | ipaddr.IPv6;
type Network = [Address, number];

export type AddressPolicy = {
  /** Whether an address, in any textual form, may be reached. What is no address may not. */
  allows(address: string): boolean;
  hasExceptions: boolean;
  /** Whether a host (name or address) and port lead to the hub, as far as that is known without resolving names. */
  isOwn(host: string, port: string): boolean;
  /** The hosts of the hub's listeners on this port. */
  ownHosts(port: string): string[];
};

/** The hub's own listeners, and the addresses of the machine that this process runs on. */
export type Own = { addresses: readonly OwnAddress[]; machine: readonly string[] };

const networksOf = (list: readonly string[]): Network[] => list.map((text) => ipaddr.parseCIDR(text));

/** Where clouds give credentials to whoever asks from inside: no setting opens these. */
const metadata = networksOf([
  '169.254.0.0/16',
  '100.100.100.200/32',
  '168.63.129.16/32',
  '192.0.0.192/32',
  'fd00:ec2::/32',
  'fd20:ce::254/128',
  'fe80::a9fe:a9fe/128',
]);

/** The only IPv6 addresses of Internet hosts so far. ipaddr.js takes the rest for public, too, unless it has a name. */
const globalUnicast = networksOf(['2000::/3']);

/** Prefixes whose last 32 bits are an IPv4 address: compatible, translated. */
const embedding = networksOf(['::/96', '64:ff9b::/96', '::ffff:0:0:0/96']);

const isIn = (address: Address, networks: readonly Network[]) =>
  networks.some(([start, bits]) => start.kind() === address.kind() && address.match(start, bits));

/** Plain notations only: the URL parser has normalised decimal and octal ones, and a resolver gives none. */
function parse(text: string): Address | undefined {
  const bare = text.replace(/^\[(.*)\]$/, '$1').replace(/%.*$/, '');
  const isAddress = ipaddr.IPv4.isValidFourPartDecimal(bare) || ipaddr.IPv6.isValid(bare);
  return isAddress ? ipaddr.process(bare) : undefined;
}

/** The IPv4 address inside an IPv6 one, where there is one. */
const embedded = (address: Address) =>
  isIn(address, embedding) ? ipaddr.fromByteArray(address.toByteArray().slice(-4)) : undefined;

/** Every special-purpose network of IANA has a range of its own in ipaddr.js; see address-policy.test.ts. */
const isPublic = (address: Address) =>
  address.range() === 'unicast' && (address.kind() === 'ipv4' || isIn(address, globalUnicast));

/** Whether a text is a network in CIDR notation. */
export const isNetwork = (text: string) => ipaddr.isValidCIDR(text);

/** One text for each address; a name stays as it is. */
const canonical = (host: string) => parse(host)?.toString() ?? host.toLowerCase();

const isLoopback = (host: string) =>
  isLocalhost(host) || ['loopback', 'unspecified'].includes(parse(host)?.range() ?? '');

/**
 * A policy of public addresses plus `allowed` networks (CIDR); never the metadata services of clouds. Nor does any network
 * open the listeners of the hub: their ports are refused on their own hosts and on this machine.
 */
export function addressPolicy(allowed: readonly string[], own: Own = { addresses: [], machine: [] }): AddressPolicy {
  const exceptions = networksOf(allowed);
  const machine = new Set(own.machine.map(canonical));
  const ownHosts = (port: string) => own.addresses.filter((one) => one.port === port).map(({ host }) => host);
  return {
    hasExceptions: exceptions.length > 0,
    ownHosts,
    isOwn(host, port) {
      const hosts = ownHosts(port).map(canonical);
      const asked = canonical(host);
      return hosts.length > 0 && (isLoopback(asked) || machine.has(asked) || hosts.includes(asked));
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
