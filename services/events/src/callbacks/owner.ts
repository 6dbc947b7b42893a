import type { Context } from '@order-hub/shared/caller';

/** Whose callback and events: every statement names both. */
export type Owner = { connection_id: string; account_id: string };

export const ownerOf = ({ caller }: Context): Owner => ({
  connection_id: caller.connection_id,
  account_id: caller.account.id,
});
