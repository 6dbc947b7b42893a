import { isIP } from 'node:net';
import type { AddressPolicy } from './address-policy.ts';

const LENGTH_MAX = 2_048;

/** Ports of mail, remote shells and data stores, which a POST could be mistaken for a command of. */
const REFUSED_PORTS = new Set([
  22, 23, 25, 110, 143, 465, 587, 993, 995, 3306, 5432, 5672, 6379, 9200, 11211, 15672, 27017,
]);

const PRIVATE_NAME = /(^|\.)(localhost|local|localdomain|internal|lan|home\.arpa|intranet|corp)\.?$/;
const LOCALHOST = /(^|\.)localhost\.?$/;
const METADATA_NAME = /^(metadata|metadata\.google\.internal|instance-data(\.ec2\.internal)?)\.?$/;

const isUrl = (text: string) => URL.canParse(text) && /^https?:/i.test(text) && !/[\s\p{Cc}]/u.test(text);

type Check = (url: URL, text: string, policy: AddressPolicy) => string | false;

const checks: Check[] = [
  ({ username, password }, text) =>
    (username !== '' || password !== '' || /^[a-z]+:[/\\]*[^/\\?#]*@/i.test(text)) &&
    'must not hold a user name or password',
  (_url, text) => text.includes('#') && 'must not have a fragment (#)',
  ({ port }) => port !== '' && REFUSED_PORTS.has(parseInt(port, 10)) && `must not use the port ${port}`,
  ({ hostname }, _text, policy) => isPrivateHost(hostname, policy) && 'must not lead to a private network',
];

/**
 * Why a callback may not go to this URL, or undefined when it may. Names are not resolved here, which would tell a
 * client what exists inside our network: what they resolve to is checked at each connection.
 */
export function whyNotCallable(text: string, policy: AddressPolicy): string | undefined {
  if (text.length > LENGTH_MAX) return `must have at most ${LENGTH_MAX} characters`;
  if (!isUrl(text)) return 'must be an http or https URL';
  const url = new URL(text);
  for (const check of checks) {
    const why = check(url, text, policy);
    if (why !== false) return why;
  }
  return undefined;
}

function isPrivateHost(hostname: string, policy: AddressPolicy): boolean {
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  if (isIP(host)) return !policy.allows(host);
  if (METADATA_NAME.test(host)) return true;
  if (LOCALHOST.test(host)) return !policy.allows('127.0.0.1') && !policy.allows('::1');
  const isName = host.includes('.') && !PRIVATE_NAME.test(host);
  return !isName && !policy.hasExceptions;
}
