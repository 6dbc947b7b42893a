import type { Database } from '@order-hub/shared/database';
import { endpoint } from '@order-hub/shared/endpoint';
import { notFound } from '@order-hub/shared/errors';
import { findCaller } from './caller.store.ts';
import { viewCaller } from './caller.view.ts';
import { callerReply } from './connection.schema.ts';

type Deps = { db: Database };

export const callerEndpoints = ({ db }: Deps) => [
  endpoint('GET /internal/connections/:token_digest', {
    summary: 'Who calls with the access token of this SHA-256 digest',
    access: 'internal',
    reply: callerReply,
    handle: async ({ params }) => {
      const row = await findCaller(db, params.token_digest);
      if (!row) throw notFound('Connection');
      return viewCaller(row);
    },
  }),
];
