/**
 * Which addresses a callback may reach (contract: active callbacks; the hub must not be a way into private networks).
 * The same policy decides when a callback is saved and at each connection.
 */
import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;
type Network = [Address, number];

/** Whether an address, in any textual form, may be reached. What is no address may not. */
export type AddressPolicy = { allows(address: string): boolean; hasExceptions: boolean };

const networksOf = (list: readonly string[]): Network[] => list.map((text) => ipaddr.parseCIDR(text));

/** Where clouds hand out credentials to whoever asks from inside: no setting opens these. */
const metadata = networksOf([
  '169.254.0.0/16',
  '100.100.100.200/32',
  '168.63.129.16/32',
  '192.0.0.192/32',
  'fd00:ec2::/32',
  'fd20:ce::254/128',
  'fe80::a9fe:a9fe/128',
]);

/** IANA's special-purpose IPv4 networks. */
const specialV4 = networksOf([
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
]);

/** Global unicast is 2000::/3; within it these are not hosts of the Internet, or hide an IPv4 address. */
const globalV6 = networksOf(['2000::/3']);
const specialV6 = networksOf(['2001::/23', '2001:db8::/32', '2002::/16', '2620:4f:8000::/48', '3fff::/20']);

/** Prefixes whose last 32 bits are an IPv4 address: mapped, compatible, translated. */
const embedding = networksOf(['::ffff:0:0/96', '::/96', '64:ff9b::/96', '::ffff:0:0:0/96']);

const isIn = (address: Address, networks: readonly Network[]) =>
  networks.some(([start, bits]) => start.kind() === address.kind() && address.match(start, bits));

/** Plain notations only: a decimal or octal one has been folded by the URL parser, and a resolver gives none. */
function parse(text: string): Address | undefined {
  const bare = text.replace(/^\[(.*)\]$/, '$1').replace(/%.*$/, '');
  if (!ipaddr.IPv4.isValidFourPartDecimal(bare) && !ipaddr.IPv6.isValid(bare)) return undefined;
  const address = ipaddr.parse(bare);
  if (address.kind() === 'ipv6' && (address as ipaddr.IPv6).isIPv4MappedAddress()) {
    return (address as ipaddr.IPv6).toIPv4Address();
  }
  return address;
}

/** The IPv4 address inside an IPv6 one, where there is one. */
function embedded(address: Address): Address | undefined {
  if (address.kind() !== 'ipv6' || !isIn(address, embedding)) return undefined;
  return ipaddr.fromByteArray(address.toByteArray().slice(-4));
}

const isPublic = (address: Address) =>
  address.kind() === 'ipv4' ? !isIn(address, specialV4) : isIn(address, globalV6) && !isIn(address, specialV6);

/** Whether a text is a network in CIDR notation. */
export const isNetwork = (text: string) => ipaddr.isValidCIDR(text);

/** A policy of public addresses plus `allowed` networks (CIDR); never the metadata services of clouds. */
export function addressPolicy(allowed: readonly string[]): AddressPolicy {
  const exceptions = networksOf(allowed);
  return {
    hasExceptions: exceptions.length > 0,
    allows(text) {
      const address = parse(text);
      if (!address) return false;
      const inner = embedded(address);
      if (isIn(address, metadata) || (inner && isIn(inner, metadata))) return false;
      return isPublic(address) || isIn(address, exceptions);
    },
  };
}
