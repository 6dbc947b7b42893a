import { invalid } from '@order-hub/shared/errors';
import { formatScope, type Scope } from '@order-hub/shared/scopes';

/** What a connection is bound to. */
export type Bindings = Record<'location_id' | 'account_id' | 'catalog_id' | 'customer_list_id', string | null>;

/** A connection of one client to one place, without its token. */
export type Connection = Bindings & {
  id: string;
  client_id: string;
  client_name: string;
  user_id: string;
  name: string | null;
  scope: string;
  created_at: Date;
} & ConnectionState;

/** When a connection was blocked and disconnected, if it was. */
export type Marks = { blocked_at: Date | null; disconnected_at: Date | null };

/** A connection that exists already when it is about to be granted. */
export type ExistingConnection = Marks & { created_at: Date };

/** What was granted with a connection, as an authorisation of it again needs it. */
export type GrantedConnection = Pick<Connection, 'account_id' | 'location_id' | 'name' | 'scope'>;

/** What decides the status of a connection. `suspended`: its account or location is. */
export type ConnectionState = Marks & { suspended: boolean };

export type ConnectionStatus = 'active' | 'blocked' | 'disconnected' | 'suspended';

/** The status of a connection. The most lasting state wins. */
export function connectionStatus({ disconnected_at, blocked_at, suspended }: ConnectionState): ConnectionStatus {
  if (disconnected_at) return 'disconnected';
  if (blocked_at) return 'blocked';
  return suspended ? 'suspended' : 'active';
}

/** What a user grants to a client: a scope at a place. With `user_id` null the owner of the account, or of the client, grants it. */
export type Grant = Bindings & { client_id: string; user_id: string | null; name: string | null; scope: Scope };

/** What the audit says of a grant. */
export const grantDetails = ({ scope, ...rest }: Grant) => {
  const given = Object.entries(rest).filter(([, value]) => value !== null);
  return { ...Object.fromEntries(given), scope: formatScope(scope) };
};

/**
 * The place must be of the scope's access level, and a scope of general permissions alone has none
 * (docs/api/authentication.md#scopes). Throws 422 on the field that is missing or not allowed.
 */
export function assertPlaceFits(grant: Grant): void {
  const { level } = grant.scope;
  if (level === 'location' && grant.location_id === null)
    throw invalid('location_id', 'missing', 'is needed, because the scope is for a location');
  if (level === 'account' && grant.account_id === null)
    throw invalid('account_id', 'missing', 'is needed, because the scope is for an account');
  const surplus = surplusOf(level).find((field) => grant[field] !== null);
  if (surplus)
    throw invalid(surplus, 'inconsistent', `does not fit the scope, which is for ${placeNames[level ?? 'none']}`);
}

const placeNames = { location: 'a location', account: 'an account', none: 'general permissions only' };

function surplusOf(level: Scope['level']): readonly (keyof Bindings)[] {
  if (level === 'location') return ['account_id'];
  if (level === 'account') return ['location_id'];
  return ['location_id', 'account_id', 'catalog_id', 'customer_list_id'];
}
