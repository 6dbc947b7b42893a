import type { Context } from '@order-hub/shared/caller';
import { transaction, type Database } from '@order-hub/shared/database';
import { invalid, unauthorized } from '@order-hub/shared/errors';
import { newId } from '@order-hub/shared/ids';
import { noteCaller } from '../connections/note-caller.ts';
import type { AddressPolicy } from './address-policy.ts';
import { whyNotCallable } from './callback-url.ts';
import type { CallbackSave, CallbackView } from './callback.schema.ts';
import { upsertCallback } from './callback.store.ts';
import { ownerOf } from './owner.ts';

export type SaveCallbackDeps = {
  db: Database;
  policy: AddressPolicy;
  /** Wakes the pusher: events of these connections may be due now. */
  wake: (connection_ids: readonly string[]) => void;
};

/**
 * Creates or replaces the caller's callback (docs/api/events.md#callbacks). Events that wait stay, and go to the new URL.
 * Throws 422 on `url`, and 401 for a connection that was disconnected a moment ago.
 */
export async function saveCallback(deps: SaveCallbackDeps, ctx: Context, input: CallbackSave): Promise<CallbackView> {
  const url = input.url ?? null;
  const refusal = url === null ? undefined : whyNotCallable(url, deps.policy);
  if (refusal) throw invalid('url', refusal);
  const events = withoutRepetitions(input.events);
  const owner = ownerOf(ctx);
  await transaction(deps.db, async (trx) => {
    const status = await noteCaller(trx, ctx.caller);
    if (status === 'disconnected') throw unauthorized('The access token is invalid or the connection has been revoked');
    const host = url === null ? null : new URL(url).host;
    const row = { ...owner, id: newId(), url, host, events: JSON.stringify(events), subscribed: pairsOf(events) };
    await upsertCallback(trx, row);
  });
  deps.wake([owner.connection_id]);
  return { url, events };
}

/** Each event type once; null arrays are empty ones. */
const withoutRepetitions = (events: CallbackSave['events']): CallbackView['events'] =>
  Object.fromEntries(Object.entries(events).map(([name, types]) => [name, [...new Set(types ?? [])]]));

const pairsOf = (events: CallbackView['events']) =>
  Object.entries(events).flatMap(([name, types]) => types.map((type) => `${name}.${type}`));
