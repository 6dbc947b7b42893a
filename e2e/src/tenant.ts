/** Accounts to try things with, made through the operator API. */
import { callWith, type Call } from './call-api.ts';

/** The gateway and the operator API of a running hub. */
export type HubAddress = { base_url: string; operator: { auth_url: string; operator_key: string } };

/** A client's connection, and how to call the API with it. */
export type Connected = {
  id: string;
  client_id: string;
  client_name: string;
  client_secret: string;
  access_token: string;
  call: Call;
};

type Place = { location_id: string } | { account_id: string };

export type Tenant = {
  user_id: string;
  account_id: string;
  location_ids: [string, string];
  /** Registers a client and connects it. */
  connect(name: string, place: Place, scope?: string): Promise<Connected>;
  /** Connects a client that is registered already to another place. */
  reconnect(client: Connected, place: Place, scope?: string): Promise<Connected>;
};

export const everyPermission = 'orders.write,all_catalogs.write,all_customer_lists.write,inventory.write';

type Operator = <Reply>(resource: string, body: object) => Promise<Reply>;

const operatorOf =
  ({ auth_url, operator_key }: HubAddress['operator']): Operator =>
  async (resource, body) => {
    const call = callWith(`${auth_url}/operator`, null);
    const answer = await call(`POST /${resource}`, { body, headers: { authorization: `Bearer ${operator_key}` } });
    if (answer.status !== 200) throw new Error(`${resource}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body;
  };

const scopeFor = (place: Place) => `${'location_id' in place ? 'location' : 'account'}[${everyPermission}]`;

let count = 0;
const unique = () => `${process.pid}-${Date.now().toString(36)}-${(count += 1)}`;

/** Creates a user with an account and two locations in Paris. */
export async function createTenant({ base_url, operator }: HubAddress): Promise<Tenant> {
  const create = operatorOf(operator);
  const email = `owner-${unique()}@example.com`;
  const user = await create<{ id: string }>('users', { email, password: 'a long password' });
  const account = await create<{ id: string }>('accounts', { user_id: user.id, name: 'Pizzeria', currency: 'EUR' });
  const location = (name: string) =>
    create<{ id: string }>('locations', { account_id: account.id, name, timezone: 'Europe/Paris' });
  const [first, second] = [await location('Louvre'), await location('Halles')];

  type Client = Pick<Connected, 'client_id' | 'client_name' | 'client_secret'>;
  async function authorise({ client_id, client_name, client_secret }: Client, place: Place, scope: string) {
    const { id, access_token } = await create<{ id: string; access_token: string }>('connections', {
      ...{ client_id, scope, ...place },
    });
    const call = callWith(base_url, access_token);
    return { id, client_id, client_name, client_secret, access_token, call };
  }

  return {
    user_id: user.id,
    account_id: account.id,
    location_ids: [first.id, second.id],
    async connect(name, place, scope = scopeFor(place)) {
      const client = await create<Client>('clients', { user_id: user.id, name });
      return authorise({ ...client, client_name: name }, place, scope);
    },
    reconnect: (client, place, scope = scopeFor(place)) => authorise(client, place, scope),
  };
}
