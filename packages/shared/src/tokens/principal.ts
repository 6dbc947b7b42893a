/** Who acts where no connection does: a user about what they own, or an operator about everything. */
import { notFound } from '../values/errors.ts';
import type { Context } from './caller.ts';
import type { Role } from './roles.ts';

export type PrincipalKind = 'user' | 'operator';

/**
 * What a page is about, as auth found it among what the user owns or works at. A connection may have no account, or may have
 * bindings. `role`: the user's there.
 */
export type UserPlace = {
  account_id: string | null;
  account_name: string | null;
  currency: string | null;
  location_id: string | null;
  location_name: string | null;
  timezone: string | null;
  catalog_id: string | null;
  customer_list_id: string | null;
  role: Role;
};

/**
 * On whose behalf the back office or the command line asks. `user` is null for the holder of the operator key.
 * `session`: the handle of the session in which the user acts; of a token of the release before, and of the key, there is none.
 * `is_confirmed`: the password was entered within the last ten minutes. `place`: what the page is about, if it is the user's.
 */
export type Principal = {
  kind: PrincipalKind;
  user: { id: string; email: string } | null;
  session?: string | undefined;
  is_confirmed: boolean;
  place: UserPlace | null;
};

export type PrincipalContext = Context<null> & { principal: Principal };

/** The holder of the operator key. */
export const keyHolder: Principal = { kind: 'operator', user: null, is_confirmed: true, place: null };

/** The location that the page is about, with its account. Throws not_found when it is about none. */
export function locationOf({ principal: { place } }: Pick<PrincipalContext, 'principal'>): {
  account_id: string;
  location_id: string;
} {
  if (!place?.account_id || !place.location_id) throw notFound('Location');
  return { account_id: place.account_id, location_id: place.location_id };
}

/** The account that the page is about. Throws not_found when it is about none. */
export function accountOf({ principal: { place } }: Pick<PrincipalContext, 'principal'>): string {
  if (!place?.account_id) throw notFound('Account');
  return place.account_id;
}
