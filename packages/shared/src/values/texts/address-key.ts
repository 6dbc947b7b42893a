import { isIPv6 } from 'node:net';

const mappedIpv4 = /^::ffff:(\d+(?:\.\d+){3})$/i;
const ipv4Tail = /\d+(?:\.\d+){3}$/;

/** The key for counting requests by internet address. An IPv6 address counts by its first 64 bits: a client has all below them. */
export function addressKey(address: string): string {
  if (!address.includes(':')) return address;
  const [, ipv4] = mappedIpv4.exec(address) ?? [];
  if (ipv4 !== undefined) return ipv4;
  if (!isIPv6(address)) return address;
  const [start = '', end] = address.replace(/%.*$/, '').replace(ipv4Tail, '0:0').split('::');
  const groupsOf = (text: string) => (text === '' ? [] : text.split(':'));
  const [before, after] = [groupsOf(start), groupsOf(end ?? '')];
  const between = Array.from({ length: 8 - before.length - after.length }, () => '0');
  const groups = [...before, ...between, ...after].slice(0, 4);
  return `${groups.map((group) => parseInt(group, 16).toString(16)).join(':')}::/64`;
}
