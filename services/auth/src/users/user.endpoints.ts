import type { Database } from '@order-hub/shared/database';
import { endpoint } from '@order-hub/shared/endpoint';
import * as management from '@order-hub/shared/management/users';
import { answerFor } from '@order-hub/shared/principal-call';
import { createUser } from './create-user.ts';
import { listUsers } from './list-users.ts';
import { retrieveManagedUser } from './retrieve-managed-user.ts';
import { retrieveUser } from './retrieve-user.ts';
import { updateUser } from './update-user.ts';
import { userView } from './user.schema.ts';

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
  answerFor(management.createUser, createUser),
  answerFor(management.listUsers, listUsers),
  answerFor(management.retrieveManagedUser, retrieveManagedUser),
  answerFor(management.updateUser, updateUser),
];
