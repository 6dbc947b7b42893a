import type { Database } from '@order-hub/shared/database';
import { endpoint } from '@order-hub/shared/endpoint';
import { notFound } from '@order-hub/shared/errors';
import { answerTo } from '@order-hub/shared/internal-call';
import { lookUpConnection } from '@order-hub/shared/internal-calls';
import { pageQuery, takePage } from '@order-hub/shared/pagination';
import { z } from 'zod';
import { authorizeConnection } from './authorize-connection.ts';
import { findCaller } from './caller.store.ts';
import { viewCaller } from './caller.view.ts';
import { connectionCreate, connectionReply, tokenReply } from './connection.schema.ts';
import { listConnections } from './connection.store.ts';
import { viewConnection } from './connection.view.ts';
import { blockConnection, disconnectConnection } from './mark-connection.ts';

type Deps = { db: Database; encryptionKeys: readonly string[] };

const filters = { client: z.string().optional(), location: z.string().optional(), account: z.string().optional() };

/** Connections: for operators, and for the gateway. */
export const connectionEndpoints = [
  endpoint('POST /operator/connections', {
    summary: 'Authorise a client for a location, an account or a user',
    access: 'operator',
    body: connectionCreate,
    reply: tokenReply,
    handle: ({ body }, ctx, deps: Deps) => authorizeConnection(deps, ctx, { ...body, user_id: null }),
  }),
  endpoint('GET /operator/connections', {
    summary: 'List connections, of a client, a location or an account',
    access: 'operator',
    query: { ...pageQuery, ...filters },
    reply: connectionReply,
    handle: async ({ query: { count, cursor, client, location, account } }, _ctx, deps: Deps) => {
      const rows = await listConnections(deps.db, { client, location, account }, { after: cursor, count });
      const { items, next } = takePage(rows, count, ({ id }) => id);
      return { items: items.map(viewConnection), next };
    },
  }),
  endpoint('POST /operator/connections/:id/block', {
    summary: 'Block a connection for a while',
    access: 'operator',
    reply: connectionReply,
    handle: async ({ params }, ctx, deps: Deps) => viewConnection(await blockConnection(deps, ctx, params.id, true)),
  }),
  endpoint('POST /operator/connections/:id/unblock', {
    summary: 'Let a blocked connection work again',
    access: 'operator',
    reply: connectionReply,
    handle: async ({ params }, ctx, deps: Deps) => viewConnection(await blockConnection(deps, ctx, params.id, false)),
  }),
  endpoint('POST /operator/connections/:id/disconnect', {
    summary: 'End a connection for good',
    access: 'operator',
    reply: connectionReply,
    handle: async ({ params }, ctx, deps: Deps) => viewConnection(await disconnectConnection(deps, ctx, params.id)),
  }),
  answerTo(lookUpConnection, async ({ params }, _ctx, { db }: Pick<Deps, 'db'>) => {
    const row = await findCaller(db, params.token_digest);
    if (!row) throw notFound('Connection');
    return viewCaller(row);
  }),
];
