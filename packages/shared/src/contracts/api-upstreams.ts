/** Which service answers which path of the API: for the gateway, and for the back office, which calls as its users. */
import type { ServiceName } from '../process/neighbours.ts';

type ApiService = Exclude<ServiceName, 'gateway' | 'back-office'>;

/** By the segment after a location or an account. Without such a segment the path is the location's or account's own. */
const ofLocationOrAccount: ReadonlyMap<string, ApiService> = new Map([
  ['', 'auth'],
  ['orders', 'orders'],
  ['catalogs', 'catalog'],
  ['customer_lists', 'customers'],
]);

const byFirstSegment: ReadonlyMap<string, ApiService> = new Map([
  ['user', 'auth'],
  ['catalogs', 'catalog'],
  ['customer_lists', 'customers'],
  ['callback', 'events'],
  ['requests', 'events'],
]);

/** The service of an API path (without `/v1`), in its long or its short form. */
export function upstreamOf(path: string): ApiService | undefined {
  const [, first = '', second = '', third = ''] = path.split('/', 4);
  if (first === 'locations' || first === 'accounts') return ofLocationOrAccount.get(third);
  if (first === 'location' || first === 'account') return ofLocationOrAccount.get(second);
  return byFirstSegment.get(first);
}
