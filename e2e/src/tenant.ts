/** Accounts for tests, made through the management API. */
import { createClient as createApiClient, type Client as ApiClient } from '@order-hub/client';
import { disconnectConnection } from '@order-hub/shared/management/connections';
import { addMember, type MemberRole } from '@order-hub/shared/management/members';
import { createUser } from '@order-hub/shared/management/users';
import { operatorClient, type ManagementApi } from '@order-hub/operator/client';
import {
  createClient,
  createConnection,
  createTenant,
  everyRight,
  type Client,
  type ConnectedPlace,
  type Connection,
} from '@order-hub/operator/tenant';
import { callWith, type Call } from './call-api.ts';

/** The gateway and the management API of a running hub. */
export type HubAddress = { base_url: string; operator: ManagementApi };

type NamedClient = Client & { client_name: string };

/**
 * A client's connection, and two ways to call the API with it: `api` as an application does, and `call` to see the answer as
 * it was sent.
 */
export type Connected = NamedClient & Connection & { api: ApiClient; call: Call };

/** Calls the API as an application does. Sends nothing again, so that a test sees what the hub refuses. */
export const apiOf = (baseUrl: string, { access_token }: Pick<Connection, 'access_token'>): ApiClient =>
  createApiClient({ baseUrl, token: access_token, maxRetries: 0 });

let count = 0;
const unique = () => `${process.pid}-${Date.now().toString(36)}-${(count += 1)}`;

/** Creates a user who works at a location of somebody else's account. */
export async function aMember({ operator: api }: HubAddress, location_id: string, role: MemberRole) {
  const { ask } = operatorClient(api);
  const person = { email: `${role}-${unique()}@example.com`, password: 'a long password' };
  const { id: user_id } = await ask(createUser, { params: {}, input: { ...person, first_name: 'Anna' } });
  const { id: member_id } = await ask(addMember, { params: {}, input: { user_id, location_id, role } });
  return { ...person, user_id, member_id };
}

/** Creates a user with an account and two locations in Paris. */
export async function aTenant({ base_url, operator: api }: HubAddress) {
  const operator = operatorClient(api);
  const timezone = 'Europe/Paris';
  const owner = { email: `owner-${unique()}@example.com`, password: 'a long password' };
  const { user_id, ...ids } = await createTenant(operator, {
    user: owner,
    account: { name: 'Pizzeria', currency: 'EUR' },
    locations: [
      { name: 'Louvre', timezone },
      { name: 'Halles', timezone },
    ],
  });
  /** Connects a client to a location or account, with every right unless `scope` is given. */
  async function connectClient(
    client: NamedClient,
    place: ConnectedPlace,
    scope = everyRight(place),
  ): Promise<Connected> {
    const { client_id, client_name, client_secret } = client;
    const connection = await createConnection(operator, { client_id, scope, ...place });
    const { id, access_token } = connection;
    const calls = { api: apiOf(base_url, connection), call: callWith(base_url, access_token) };
    return { id, client_id, client_name, client_secret, access_token, ...calls };
  }
  return {
    /** The user's log-in. */
    owner,
    user_id,
    ...ids,
    connectClient,
    /** Ends a connection for good. */
    disconnect: ({ id }: Connection) => operator.ask(disconnectConnection, { params: { connection_id: id } }),
    /** Registers a client and connects it. */
    connect: async (name: string, place: ConnectedPlace, scope?: string): Promise<Connected> =>
      connectClient({ ...(await createClient(operator, { user_id, name })), client_name: name }, place, scope),
  };
}

export type Tenant = Awaited<ReturnType<typeof aTenant>>;
