import type { Database } from '@order-hub/shared/database';
import { endpoint } from '@order-hub/shared/endpoint';
import { answerTo } from '@order-hub/shared/internal-call';
import * as calls from '@order-hub/shared/auth-calls';
import { pageQuery } from '@order-hub/shared/pagination';
import { z } from 'zod';
import { byOperator } from '../audit/audit.ts';
import { blockConnection } from './block-connection.ts';
import { connectionCreate, connectionView, tokenView } from './connection.schema.ts';
import { createConnection } from './create-connection.ts';
import { disconnectConnection } from './disconnect-connection.ts';
import { listConnections } from './list-connections.ts';
import { lookUpConnection } from './look-up-connection.ts';
import { noteConnectionUses } from './note-connection-uses.ts';
import { unblockConnection } from './unblock-connection.ts';

type Deps = { db: Database; encryptionKeys: readonly string[] };

const filters = { client: z.string().optional(), location: z.string().optional(), account: z.string().optional() };

/** Connections: for operators, and for the gateway. */
export const connectionEndpoints = [
  endpoint('POST /operator/connections', {
    summary: 'Authorise a client for a location, an account or a user',
    access: 'operator',
    body: connectionCreate,
    reply: tokenView,
    handle: ({ body }, ctx, deps: Deps) => createConnection(deps, byOperator(ctx), { ...body, user_id: null }),
  }),
  endpoint('GET /operator/connections', {
    summary: 'List connections, of a client, a location or an account',
    access: 'operator',
    query: { ...pageQuery, ...filters },
    reply: connectionView,
    handle: ({ query }, _ctx, deps: Deps) => listConnections(deps, query),
  }),
  endpoint('POST /operator/connections/:id/block', {
    summary: 'Block a connection for a while',
    access: 'operator',
    reply: connectionView,
    handle: ({ params }, ctx, deps: Deps) => blockConnection(deps, byOperator(ctx), { id: params.id }),
  }),
  endpoint('POST /operator/connections/:id/unblock', {
    summary: 'Let a blocked connection work again',
    access: 'operator',
    reply: connectionView,
    handle: ({ params }, ctx, deps: Deps) => unblockConnection(deps, byOperator(ctx), { id: params.id }),
  }),
  endpoint('POST /operator/connections/:id/disconnect', {
    summary: 'End a connection for good',
    access: 'operator',
    reply: connectionView,
    handle: ({ params }, ctx, deps: Deps) => disconnectConnection(deps, byOperator(ctx), { id: params.id }),
  }),
  answerTo(calls.lookUpConnection, ({ params }, _ctx, deps: Deps) => lookUpConnection(deps, params.token_digest)),
  answerTo(calls.noteConnectionUses, ({ body }, _ctx, deps: Deps) => noteConnectionUses(deps, body.uses)),
];
