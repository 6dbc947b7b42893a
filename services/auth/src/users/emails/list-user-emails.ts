import type { Queryable } from '@order-hub/shared/database';
import { findUserEmails } from '../user.store.ts';

/** The email addresses of those of these users that exist, by id. */
export const listUserEmails = async ({ db }: { db: Queryable }, ids: string[]): Promise<Map<string, string>> =>
  new Map((await findUserEmails(db, ids)).map(({ id, email }) => [id, email]));
