import type { Context } from '@order-hub/shared/caller';
import type { describeSending } from '@order-hub/shared/attempt-log-calls';
import { parseScope } from '@order-hub/shared/scopes';
import type { z } from 'zod';

/** The connection that a call from auth is about. */
export type Subject = Pick<z.output<typeof describeSending.body>, 'caller' | 'location'>;

/** The context in which the connection itself would ask, so that a page does what the API does. */
export const asCaller = (ctx: Context<null>, { caller, location }: Subject): Context => ({
  ...ctx,
  caller: { ...caller, scope: parseScope(caller.scope), location },
});
