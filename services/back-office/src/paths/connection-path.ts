import { accountPath } from './account-path.ts';
import { locationPath } from './location-path.ts';
import { profilePath } from './profile-path.ts';
import type { PageLanguage } from '@order-hub/pages/page-language';
import { texts } from './texts.ts';
import type { ManagedConnection } from '@order-hub/shared/management/connections';

/** The page of a connection. */
export const connectionPath = (id: string) => `/back-office/connections/${id}`;

type ConnectionPlace = Pick<ManagedConnection, 'account_id' | 'account_name' | 'location_id' | 'location_name'>;

/** The parents of a connection's page: its account and location, or the profile for which it was granted. */
export function placeTrail(
  { account_id, account_name, location_id, location_name }: ConnectionPlace,
  visit: { language: PageLanguage },
) {
  if (account_id === null) return [{ label: texts(visit)('profile'), href: profilePath }];
  const account = { label: account_name ?? account_id, href: accountPath(account_id) };
  if (location_id === null) return [account];
  return [account, { label: location_name ?? location_id, href: locationPath(location_id) }];
}

/** The parents of a page below that of a connection. */
export const connectionTrail = (connection: ManagedConnection, visit: { language: PageLanguage }) => [
  ...placeTrail(connection, visit),
  { label: connection.client_name, href: connectionPath(connection.id) },
];
