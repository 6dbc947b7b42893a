import type { Database } from '@order-hub/shared/database';
import { endpoint } from '@order-hub/shared/endpoint';
import { z } from 'zod';
import { byOperator } from '../audit/audit.ts';
import { createPasswordLink } from './create-password-link.ts';
import { createUser } from './create-user.ts';
import { listUsers } from './list-users.ts';
import { retrieveUser } from './retrieve-user.ts';
import { passwordLinkView, userCreate, userFilters, userView } from './user.schema.ts';

type Deps = { db: Database };
type LinkDeps = Deps & { publicUrl: string };

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
  endpoint('GET /operator/users', {
    summary: 'Find the user with an email address: a list of one, or none',
    access: 'operator',
    query: userFilters,
    reply: z.array(userView),
    handle: ({ query }, ctx, deps: Deps) => listUsers(deps, ctx, query),
  }),
  endpoint('POST /operator/users/:id/password_link', {
    summary: 'Make a link with which a user sets a new password',
    access: 'operator',
    reply: passwordLinkView,
    handle: ({ params }, ctx, deps: LinkDeps) => createPasswordLink(deps, ctx, params.id),
  }),
];
