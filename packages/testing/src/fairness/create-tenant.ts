/** Creates tenants through the management API. */
import type { Operator } from '@order-hub/operator/client';
import { createClient, createConnection, createTenant, everyRight } from '@order-hub/operator/tenant';
import { newId } from '@order-hub/shared/ids';
import { createAccount } from '@order-hub/shared/management/accounts';
import { createLocation } from '@order-hub/shared/management/locations';
import { addressOf, redirectUri, type FairnessTenant } from './tenant.ts';

/** `connections`: to the location, each of a client of its own. `accounts`: of the owner. */
type TenantSize = { connections: number; accounts: number };

/** A tenant that attacks, and one that does what shops do. */
export const attackerSize: TenantSize = { connections: 10, accounts: 4 };
export const shopSize: TenantSize = { connections: 1, accounts: 1 };

const account = { name: 'Pizzeria', currency: 'EUR' };
const location = { name: 'Louvre', timezone: 'Europe/Paris' };

/** Connects a client of the user to a location. */
async function connect(operator: Operator, { user_id, location_id }: { user_id: string; location_id: string }) {
  const client = await createClient(operator, { user_id, name: 'Till', redirect_uris: [redirectUri] });
  const { client_id } = client;
  const { access_token } = await createConnection(operator, {
    client_id,
    location_id,
    scope: everyRight({ location_id }),
  });
  return { client, access_token };
}

/** An access token to a location of a further account. */
async function openAccount(operator: Operator, user_id: string): Promise<string> {
  const { id: account_id } = await operator.ask(createAccount, { params: {}, input: { user_id, ...account } });
  const { id: location_id } = await operator.ask(createLocation, { params: {}, input: { account_id, ...location } });
  return (await connect(operator, { user_id, location_id })).access_token;
}

/** Creates a tenant that calls from the address `127.0.<network>.<host>`. Throws OperatorError. */
export async function createFairnessTenant(
  operator: Operator,
  { network, host, connections, accounts }: TenantSize & { network: number; host: number },
): Promise<FairnessTenant> {
  const owner = { email: `owner-${newId()}@example.com`, password: `password of ${newId()}` };
  const created = await createTenant(operator, { user: owner, account, locations: [location] });
  const { user_id, account_id, location_ids } = created;
  const [location_id] = location_ids;
  const { client, access_token } = await connect(operator, { user_id, location_id });
  const tokens = [access_token];
  while (tokens.length < connections) tokens.push((await connect(operator, { user_id, location_id })).access_token);
  const accountTokens = [access_token];
  while (accountTokens.length < accounts) accountTokens.push(await openAccount(operator, user_id));
  return { owner, account_id, location_id, client, tokens, accountTokens, address: addressOf(network, host) };
}
