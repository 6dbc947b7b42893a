import { isIP } from 'node:net';
import type { AddressPolicy } from './address-policy.ts';

const LENGTH_MAX = 2_048;

/** Ports of mail, remote shells and data stores, which a POST could be mistaken for a command of. */
const REFUSED_PORTS = new Set([22, 23, 25, 110, 143, 465, 587, 993, 995, 3306, 5432, 5672, 6379, 9200, 11211, 15672, 27017]);

const PRIVATE_NAME = /(^|\.)(localhost|local|localdomain|internal|lan|home\.arpa|intranet|corp)\.?$/;
const LOCALHOST = /(^|\.)localhost\.?$/;
const METADATA_NAME = /^(metadata|metadata\.google\.internal|instance-data(\.ec2\.internal)?)\.?$/;

/**
 * Why a callback may not go to this URL, or undefined when it may. Names are not resolved here, which would tell a
 * client what exists inside our network: what they resolve to is checked at each connection.
 */
export function whyNotCallable(text: string, policy: AddressPolicy): string | undefined {
  if (text.length > LENGTH_MAX) return `must have at most ${LENGTH_MAX} characters`;
  const url = URL.canParse(text) && !/[\s\p{Cc}]/u.test(text) ? new URL(text) : undefined;
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:')) return 'must be an http or https URL';
  if (url.username || url.password || /^[a-z]+:[/\\]*[^/\\?#]*@/i.test(text)) return 'must not hold a user name or password';
  if (text.includes('#')) return 'must not have a fragment (#)';
  if (url.port !== '' && REFUSED_PORTS.has(parseInt(url.port, 10))) return `must not use the port ${url.port}`;
  return isPrivateHost(url.hostname, policy) ? 'must not lead to a private network' : undefined;
}

function isPrivateHost(hostname: string, policy: AddressPolicy): boolean {
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  if (isIP(host)) return !policy.allows(host);
  if (METADATA_NAME.test(host)) return true;
  if (LOCALHOST.test(host)) return !policy.allows('127.0.0.1') && !policy.allows('::1');
  const isName = host.includes('.') && !PRIVATE_NAME.test(host);
  return !isName && !policy.hasExceptions;
}
