import { createAccount } from '@order-hub/shared/management/accounts';
import * as clients from '@order-hub/shared/management/clients';
import * as connections from '@order-hub/shared/management/connections';
import { createLocation } from '@order-hub/shared/management/locations';
import { createUser } from '@order-hub/shared/management/users';
import type { Operator } from './operator.client.ts';

type NewUser = { email: string; password: string; first_name?: string; last_name?: string; timezone?: string };
type NewAccount = { name: string; currency: string };
type NewLocation = Partial<Record<'address' | 'postal_code' | 'city' | 'country' | 'timezone', string>> & {
  name: string;
};

/** A user with an account and its locations, in the order in which they were asked for. */
export type Tenant<Locations extends readonly NewLocation[] = readonly NewLocation[]> = {
  user_id: string;
  account_id: string;
  location_ids: { [Index in keyof Locations]: string };
};

/** Creates a user, their account and its locations. Throws OperatorError. */
export async function createTenant<const Locations extends readonly NewLocation[]>(
  { ask }: Operator,
  { user, account, locations }: { user: NewUser; account: NewAccount; locations: Locations },
): Promise<Tenant<Locations>> {
  const { id: user_id } = await ask(createUser, { params: {}, input: user });
  const { id: account_id } = await ask(createAccount, { params: {}, input: { user_id, ...account } });
  const ids: string[] = [];
  for (const location of locations) {
    ids.push((await ask(createLocation, { params: {}, input: { account_id, ...location } })).id);
  }
  return { user_id, account_id, location_ids: ids as Tenant<Locations>['location_ids'] };
}

export type Client = { client_id: string; client_secret: string };

/** Registers a client. Throws OperatorError. */
export const createClient = (
  { ask }: Operator,
  client: { user_id: string; name: string; redirect_uris?: string[] },
): Promise<Client> => ask(clients.createClient, { params: {}, input: client });

/** What a client is connected to: a location or an account. */
export type ConnectedPlace = { location_id: string } | { account_id: string };

export type Connection = { id: string; access_token: string };

/** Connects a client to a place: its access token works from now on. Throws OperatorError. */
export const createConnection = (
  { ask }: Operator,
  connection: ConnectedPlace & { client_id: string; scope: string },
): Promise<Connection> => ask(connections.createConnection, { params: {}, input: connection });

/** Every right on the orders, catalogs, customers and stock of a place. */
export const everyRight = (place: ConnectedPlace) =>
  `${'location_id' in place ? 'location' : 'account'}[orders.write,all_catalogs.write,all_customer_lists.write,inventory.write]`;
