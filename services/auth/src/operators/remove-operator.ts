import type { Database } from '@order-hub/shared/database';
import type { Actor } from '../audit/audit.ts';
import { setOperator } from './add-operator.ts';

/** Makes an operator a user like others, from their next request on. `user`: their id or email address. Throws 422. */
export const removeOperator = ({ db }: { db: Database }, by: Actor, user: string) =>
  setOperator(db, by, { user, isOperator: false });
