import type { IncomingMessage } from 'node:http';
import { isIP, isIPv6 } from 'node:net';

const port = /^\[([^\]]+)\](?::\d+)?$|^([\d.]+):\d+$/;

/** The client's address: that of the TCP peer or, behind `hops` proxies of our own, the one that the outermost of them saw. */
export function remoteAddress({ headers, socket }: IncomingMessage, hops: number): string {
  const peer = socket.remoteAddress ?? '';
  const forwarded = headers['x-forwarded-for'];
  if (hops === 0 || typeof forwarded !== 'string') return peer;
  const chain = forwarded.split(',');
  const seen = chain[Math.max(0, chain.length - hops)]?.trim() ?? '';
  // Some proxies add the port.
  const address = seen.replace(port, '$1$2');
  return isIP(address) ? address : peer;
}

const mappedIpv4 = /^::ffff:(\d+(?:\.\d+){3})$/i;
const ipv4Tail = /\d+(?:\.\d+){3}$/;

/** The key by which an address is counted: IPv6 by its first 64 bits, of which one client has them all. */
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
