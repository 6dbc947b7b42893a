/** Who acts where no connection does: a user about what they own, or an operator about everything. */
import type { Context } from './caller.ts';

export type PrincipalKind = 'user' | 'operator';

/** What a page is about, as auth found it among what the user owns. A connection may have no account, or may have bindings. */
export type UserPlace = {
  account_id: string | null;
  account_name: string | null;
  currency: string | null;
  location_id: string | null;
  location_name: string | null;
  timezone: string | null;
  catalog_id: string | null;
  customer_list_id: string | null;
};

/**
 * On whose behalf the back office or the command line asks. `user` is null for the holder of the operator key.
 * `is_confirmed`: the password was entered within the last ten minutes. `place`: what the page is about, if it is the user's.
 */
export type Principal = {
  kind: PrincipalKind;
  user: { id: string; email: string } | null;
  is_confirmed: boolean;
  place: UserPlace | null;
};

export type PrincipalContext = Context<null> & { principal: Principal };

/** The holder of the operator key. */
export const keyHolder: Principal = { kind: 'operator', user: null, is_confirmed: true, place: null };
