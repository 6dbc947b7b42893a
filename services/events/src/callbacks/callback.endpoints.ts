import type { Database } from '@order-hub/shared/database';
import { emptyView, endpoint } from '@order-hub/shared/endpoint';
import { callbackSave, callbackView } from './callback.schema.ts';
import { deleteCallback } from './delete-callback.ts';
import { retrieveCallback } from './retrieve-callback.ts';
import { saveCallback, type SaveCallbackDeps } from './save-callback.ts';

const access = ['location', 'account'] as const;

/** The callback of a connection (docs/api/events.md#callbacks). */
export const callbackEndpoints = [
  endpoint('GET /callback', {
    summary: 'Retrieve the callback',
    name: 'retrieveCallback',
    tag: 'Callbacks',
    description: 'Without a callback its `url` is null and its `events` are empty.',
    guide: 'docs/api/events.md#callbacks',
    access,
    reply: callbackView,
    handle: (_request, ctx, deps: { db: Database }) => retrieveCallback(deps, ctx),
  }),
  endpoint('POST /callback', {
    summary: 'Create or replace the callback',
    name: 'saveCallback',
    tag: 'Callbacks',
    description:
      'With a `url`, events are pushed to it; without, they wait to be polled. Events that wait are kept. With `"acknowledge": "2xx"`, any other status is tried again.',
    guide: 'docs/api/events.md#callbacks',
    examples: {
      passive: { url: null, events: { order: ['create', 'update'] } },
      active: {
        url: 'https://till.example/events',
        events: { order: ['create', 'update'], delivery: ['create', 'update'], location: ['update'] },
      },
      only_2xx: { url: 'https://till.example/events', events: { order: ['create'] }, acknowledge: '2xx' },
    },
    access,
    body: callbackSave,
    bodyBytesMax: 65_536,
    reply: callbackView,
    handle: ({ params, body }, ctx, deps: SaveCallbackDeps) => saveCallback(deps, ctx, params, body),
  }),
  endpoint('DELETE /callback', {
    summary: 'Delete the callback and its events',
    name: 'deleteCallback',
    tag: 'Callbacks',
    description: 'Stops events and deletes those that wait.',
    guide: 'docs/api/events.md#callbacks',
    access,
    reply: emptyView,
    handle: (_request, ctx, deps: { db: Database }) => deleteCallback(deps, ctx),
  }),
];
