import type { Database } from '@order-hub/shared/database';
import { endpoint } from '@order-hub/shared/endpoint';
import { byOperator } from '../audit/audit.ts';
import { clientCreate, clientCredentials } from './client.schema.ts';
import { createClient } from './create-client.ts';
import { rotateClientSecret } from './rotate-client-secret.ts';

type Deps = { db: Database; encryptionKeys: readonly string[] };

/** Clients, for operators. */
export const clientEndpoints = [
  endpoint('POST /operator/clients', {
    summary: 'Register a client of a user',
    access: 'operator',
    body: clientCreate,
    reply: clientCredentials,
    handle: ({ body }, ctx, deps: Deps) => createClient(deps, byOperator(ctx), body),
  }),
  endpoint('POST /operator/clients/:id/rotate_secret', {
    summary: 'Give a client a new secret',
    access: 'operator',
    reply: clientCredentials,
    handle: ({ params }, ctx, deps: Deps) => rotateClientSecret(deps, byOperator(ctx), { id: params.id }),
  }),
];
