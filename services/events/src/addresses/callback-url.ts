import { isIP } from 'node:net';
import type { FieldError } from '@order-hub/shared/errors';
import type { AddressPolicy } from './address-policy.ts';
import { bareHost, isLocalhost, isPrivateName } from './host-names.ts';
import { portOfUrl } from './hub-listeners.ts';

const lengthMax = 2_048;

/** Ports of mail, remote shells and data stores, where a POST could pass for a command. */
const refusedPorts = new Set([
  22, 23, 25, 110, 143, 465, 587, 993, 995, 3306, 5432, 5672, 6379, 9200, 11211, 15672, 27017,
]);

const metadataName = /^(metadata|metadata\.google\.internal|instance-data(\.ec2\.internal)?)$/;

const isUrl = (text: string) => URL.canParse(text) && /^https?:/i.test(text) && !/[\s\p{Cc}]/u.test(text);

/** Returns why the URL is refused, or false. `text` is the URL as the client sent it. */
type Check = (url: URL, text: string, policy: AddressPolicy) => string | false;

const checks: Check[] = [
  ({ username, password }, text) =>
    (username !== '' || password !== '' || /^[a-z]+:[/\\]*[^/\\?#]*@/i.test(text)) &&
    'must not hold a user name or password',
  (_url, text) => text.includes('#') && 'must not have a fragment (#)',
  ({ port }) => port !== '' && refusedPorts.has(parseInt(port, 10)) && `must not use the port ${port}`,
  (url, _text, policy) => policy.isHub(bareHost(url.hostname), portOfUrl(url)) && 'must not lead to the hub itself',
  ({ hostname }, _text, policy) => isPrivateHost(hostname, policy) && 'must not lead to a private network',
];

/**
 * Why a callback may not go to this URL; undefined when it may (docs/api/events.md#callback-addresses). Does not resolve
 * names, which would show a client what exists inside our network: each connection checks their addresses.
 */
export function whyNotCallable(text: string, policy: AddressPolicy): Omit<FieldError, 'field'> | undefined {
  if (text.length > lengthMax) return { message: `must have at most ${lengthMax} characters`, code: 'too_long' };
  if (!isUrl(text)) return { message: 'must be an http or https URL', code: 'not_a_url' };
  const url = new URL(text);
  for (const check of checks) {
    const refusal = check(url, text, policy);
    if (refusal !== false) return { message: refusal, code: 'not_allowed' };
  }
  return undefined;
}

function isPrivateHost(hostname: string, policy: AddressPolicy): boolean {
  const host = bareHost(hostname);
  if (isIP(host)) return !policy.allows(host);
  if (metadataName.test(host)) return true;
  if (isLocalhost(host)) return !policy.allows('127.0.0.1') && !policy.allows('::1');
  return isPrivateName(host) && !policy.hasExceptions;
}
