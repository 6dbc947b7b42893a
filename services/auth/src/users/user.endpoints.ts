import type { Database } from '@order-hub/shared/database';
import { endpoint } from '@order-hub/shared/endpoint';
import { notFound } from '@order-hub/shared/errors';
import { createUser } from './create-user.ts';
import { userCreate, userReply } from './user.schema.ts';
import { findUser } from './user.store.ts';
import { viewUser, viewUserForOperator } from './user.view.ts';

type Deps = { db: Database };

/** Users: for connections with `profile`, and for operators. */
export const userEndpoints = [
  endpoint('GET /user', {
    summary: 'Retrieve the user who authorised the connection',
    needs: 'profile',
    access: 'any',
    reply: userReply,
    handle: async (_, { caller, now }, { db }: Deps) => {
      const user = await findUser(db, caller.user_id);
      if (!user) throw notFound('User');
      return viewUser(user, caller, now);
    },
  }),
  endpoint('POST /operator/users', {
    summary: 'Create a user',
    access: 'operator',
    body: userCreate,
    reply: userReply,
    handle: async ({ body }, ctx, deps: Deps) => viewUserForOperator(await createUser(deps, ctx, body), ctx.now),
  }),
];
