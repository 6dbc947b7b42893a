import type { Database } from '@order-hub/shared/database';
import { endpoint } from '@order-hub/shared/endpoint';
import { byOperator } from '../audit/audit.ts';
import { createUser } from './create-user.ts';
import { retrieveUser } from './retrieve-user.ts';
import { userCreate, userView } from './user.schema.ts';

type Deps = { db: Database };

/** Users: for connections with `profile`, and for operators. */
export const userEndpoints = [
  endpoint('GET /user', {
    summary: 'Retrieve the user who authorised the connection',
    name: 'retrieveUser',
    tag: 'Users',
    description: 'The email address is there with `profile_with_email` only.',
    guide: 'docs/api/locations.md#users',
    needs: 'profile',
    access: 'any',
    reply: userView,
    handle: (_given, ctx, deps: Deps) => retrieveUser(deps, ctx),
  }),
  endpoint('POST /operator/users', {
    summary: 'Create a user',
    access: 'operator',
    body: userCreate,
    reply: userView,
    handle: ({ body }, ctx, deps: Deps) => createUser(deps, byOperator(ctx), body),
  }),
];
