import { invalid } from '@order-hub/shared/errors';
import { formatScope, type Scope } from '@order-hub/shared/scopes';

/** What a connection is bound to. */
export type Bindings = Record<'location_id' | 'account_id' | 'catalog_id' | 'customer_list_id', string | null>;

/** A connection of one client with one place, without its token. */
export type Connection = Bindings & {
  id: string;
  client_id: string;
  client_name: string;
  user_id: string;
  name: string | null;
  scope: string;
  created_at: Date;
} & Standing;

/** Since when a connection is blocked and disconnected, if it is. */
export type Marks = { blocked_at: Date | null; disconnected_at: Date | null };

/** Since when a connection is there, blocked and disconnected. */
export type Granted = Marks & { created_at: Date };

/** What decides a connection's status. `suspended`: its account or its location is. */
export type Standing = Marks & { suspended: boolean };

export type Status = 'active' | 'blocked' | 'disconnected' | 'suspended';

/** The status of a connection. What lasts longest counts first. */
export function connectionStatus({ disconnected_at, blocked_at, suspended }: Standing): Status {
  if (disconnected_at) return 'disconnected';
  if (blocked_at) return 'blocked';
  return suspended ? 'suspended' : 'active';
}

/** What a user grants to a client: a scope at a place. `user_id` null: the owner of the account, or of the client. */
export type Grant = Bindings & { client_id: string; user_id: string | null; name: string | null; scope: Scope };

/** What the audit says of a grant. */
export const grantDetails = ({ scope, ...rest }: Grant) => {
  const given = Object.entries(rest).filter(([, value]) => value !== null);
  return { ...Object.fromEntries(given), scope: formatScope(scope) };
};

/**
 * The place must be of the scope's access level, and a scope of general permissions alone has none
 * (docs/api/authentication.md#scopes). Throws 422 on the field that is missing or too much.
 */
export function assertPlaceFits(grant: Grant): void {
  const { level } = grant.scope;
  if (level === 'location' && grant.location_id === null)
    throw invalid('location_id', 'is needed, for the scope is of a location');
  if (level === 'account' && grant.account_id === null)
    throw invalid('account_id', 'is needed, for the scope is of an account');
  const surplus = surplusOf(level).find((field) => grant[field] !== null);
  if (surplus) throw invalid(surplus, `does not fit the scope, which is of ${placeNames[level ?? 'none']}`);
}

const placeNames = { location: 'a location', account: 'an account', none: 'general permissions alone' };

function surplusOf(level: Scope['level']): readonly (keyof Bindings)[] {
  if (level === 'location') return ['account_id'];
  if (level === 'account') return ['location_id'];
  return ['location_id', 'account_id', 'catalog_id', 'customer_list_id'];
}
