import type { Queryable } from '@order-hub/shared/database';
import { deleteLinksTo } from './mail.store.ts';

/** Deletes the mails that wait with a link for a user alone: for a new password, or to verify the address. */
export const deleteLinkMails = (trx: Queryable, address: string): Promise<void> => deleteLinksTo(trx, address);
