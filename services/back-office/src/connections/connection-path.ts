import { accountPath } from '../accounts/account-path.ts';
import { locationPath } from '../locations/location-path.ts';
import type { OwnConnection } from './own-connection.store.ts';

/** The page of a connection. */
export const connectionPath = (id: string) => `/back-office/connections/${id}`;

type Place = Pick<OwnConnection, 'account_id' | 'account_name' | 'location_id' | 'location_name'>;

/** The way to the page of a connection: its account and location. Who granted it for their profile alone comes from there. */
export function placeTrail({ account_id, account_name, location_id, location_name }: Place) {
  if (account_id === null) return [{ label: 'Profile', href: '/back-office/profile' }];
  const account = { label: account_name ?? account_id, href: accountPath(account_id) };
  if (location_id === null) return [account];
  return [account, { label: location_name ?? location_id, href: locationPath(location_id) }];
}

/** The way to a page below that of a connection. */
export const connectionTrail = (connection: OwnConnection) => [
  ...placeTrail(connection),
  { label: connection.client_name, href: connectionPath(connection.id) },
];
