import type { Database } from '@order-hub/shared/database';
import { emptyReply, endpoint } from '@order-hub/shared/endpoint';
import { callbackSave, callbackView } from './callback.schema.ts';
import { deleteCallback } from './callback.store.ts';
import { ownerOf } from './owner.ts';
import { retrieveCallback } from './retrieve-callback.ts';
import { saveCallback, type SaveCallbackDeps } from './save-callback.ts';

const access = ['location', 'account'] as const;

/** The callback of a connection (docs/api/events.md#callbacks). */
export const callbackEndpoints = [
  endpoint('GET /callback', {
    summary: 'Retrieve the callback',
    access,
    reply: callbackView,
    handle: (_given, ctx, deps: { db: Database }) => retrieveCallback(deps, ctx),
  }),
  endpoint('POST /callback', {
    summary: 'Create or replace the callback',
    access,
    body: callbackSave,
    bodyBytesMax: 65_536,
    reply: callbackView,
    handle: ({ body }, ctx, deps: SaveCallbackDeps) => saveCallback(deps, ctx, body),
  }),
  endpoint('DELETE /callback', {
    summary: 'Delete the callback and its events',
    access,
    reply: emptyReply,
    handle: async (_given, ctx, { db }: { db: Database }) => {
      await deleteCallback(db, ownerOf(ctx));
      return {};
    },
  }),
];
