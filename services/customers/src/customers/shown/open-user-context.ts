import type { AccountCaller, Context } from '@order-hub/shared/caller';
import { notFound } from '@order-hub/shared/errors';
import { locationOf, type PrincipalContext } from '@order-hub/shared/principal';
import { canSee } from '@order-hub/shared/placed-resource';
import { callerOfUser } from '@order-hub/shared/user-caller';
import type { CustomerList } from '../../customer-lists/customer-list.ts';

/** The context of a user on the page of a location, as of a connection. Throws 404 when the page is about no location. */
export function userContext(ctx: PrincipalContext): Context {
  const { account_id } = locationOf(ctx);
  const { account, ...caller } = callerOfUser(ctx.principal);
  if (account?.id !== account_id) throw notFound('Location');
  return { ...ctx, caller: { ...caller, account } };
}

/** Whether the location of the page can use a list: one of its own, or of the account. */
export const isUsable = (caller: AccountCaller, list: CustomerList): boolean =>
  canSee(caller, 'customer_list', list) && (list.location_id ?? caller.location?.id) === caller.location?.id;
