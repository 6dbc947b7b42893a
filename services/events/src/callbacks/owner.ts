import type { Context } from '@order-hub/shared/caller';

/** The owner of a callback and its events. Every query names both ids. */
export type Owner = { connection_id: string; account_id: string };

export const ownerOf = ({ caller }: Context): Owner => ({
  connection_id: caller.connection_id,
  account_id: caller.account.id,
});
