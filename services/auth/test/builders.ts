import { digest } from '@order-hub/shared/encryption';
import { newId } from '@order-hub/shared/ids';
import { callerOf, type TestAuth } from './service.ts';

export const aUser = (overrides: object = {}) => ({
  email: `${newId()}@example.com`,
  password: 'correct horse battery',
  first_name: 'Ada',
  last_name: 'Lovelace',
  ...overrides,
});

export const anAccount = (user_id: string, overrides: object = {}) => ({
  user_id,
  name: 'Chez Ada',
  currency: 'EUR',
  ...overrides,
});

export const aLocation = (account_id: string, overrides: object = {}) => ({
  account_id,
  name: 'Rue du Bac',
  timezone: 'Europe/Paris',
  ...overrides,
});

/** Where the client's users return to. */
export const back = 'https://shop.example/back';

export const clientName = 'Till';

/** A user with an account in euros, a location in Paris and a client. Nearly every test starts from it. */
export async function aTenant({ operator }: TestAuth) {
  const user = (await operator('POST /management/users', aUser())).body;
  const account = (await operator('POST /management/accounts', anAccount(user.id))).body;
  const location = (await operator('POST /management/locations', aLocation(account.id))).body;
  const registered = { user_id: user.id, name: clientName, redirect_uris: [back] };
  const client = (await operator('POST /management/clients', registered)).body;
  return { user, account, location, client, client_id: client.client_id as string };
}

export type Tenant = Awaited<ReturnType<typeof aTenant>>;

type Grant = { scope?: string; location_id?: string; account_id?: string; name?: string; client_id?: string };

/** Creates a connection of the tenant's client and returns the token response. */
export async function authorize({ operator }: TestAuth, tenant: Tenant, grant: Grant) {
  const level = grant.account_id ? 'account' : 'location';
  const { body } = await operator('POST /management/connections', {
    client_id: tenant.client_id,
    scope: `${level}[orders.write]`,
    ...grant,
  });
  return body;
}

/** A tenant whose client is connected to its location, unless the grant says otherwise. */
export async function aConnectedTenant(auth: TestAuth, grant: Grant = {}) {
  const tenant = await aTenant(auth);
  const connection = await authorize(auth, tenant, { location_id: tenant.location.id, ...grant });
  return { ...tenant, connection };
}

/** The tenant's client with a connection to its location, as the gateway signs it. */
export async function aLocationCaller(auth: TestAuth, tenant: Tenant) {
  const { access_token } = await authorize(auth, tenant, { location_id: tenant.location.id });
  return callerOf(auth, digest(access_token));
}

/** The tenant's client with a connection to its account, in a request whose path names `location_id`. */
export async function anAccountCaller(auth: TestAuth, tenant: Tenant, location_id?: string) {
  const { access_token } = await authorize(auth, tenant, { account_id: tenant.account.id });
  return callerOf(auth, digest(access_token), location_id);
}

/** The tenant's client with a connection of general permissions alone. */
export async function aUserCaller(auth: TestAuth, tenant: Tenant, scope: string) {
  const { access_token } = await authorize(auth, tenant, { scope });
  return callerOf(auth, digest(access_token));
}
