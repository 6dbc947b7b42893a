import type { Queryable } from '@order-hub/shared/database';
import type { Recipient } from '../../mails/mail.ts';
import { findUser } from '../user.store.ts';

/** How mail reaches a user. Throws for a user who does not exist. */
export async function findRecipient(db: Queryable, user_id: string): Promise<Recipient> {
  const user = await findUser(db, user_id);
  if (!user) throw new Error('A mail to a user who does not exist');
  const { email: address, locales, timezone } = user;
  return { address, language: locales[0] ?? 'en', timezone };
}
