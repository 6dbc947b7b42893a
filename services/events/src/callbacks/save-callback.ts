import type { Context } from '@order-hub/shared/caller';
import { transaction, type Database } from '@order-hub/shared/database';
import { invalid, unauthorized } from '@order-hub/shared/errors';
import { newId } from '@order-hub/shared/ids';
import { rememberReply } from '@order-hub/shared/remember-reply';
import type { AddressPolicy } from '../addresses/address-policy.ts';
import { whyNotCallable } from '../addresses/callback-url.ts';
import { addCallerConnection } from '../connections/add-caller-connection.ts';
import type { CallbackSave, CallbackView } from './callback.schema.ts';
import { upsertCallback } from './callback.store.ts';
import { ownerOf, type Owner } from './owner.ts';

export type SaveCallbackDeps = {
  db: Database;
  policy: AddressPolicy;
  /** Tells the pusher that events of these connections may be due. */
  wake: (connection_ids: readonly string[]) => void;
};

/**
 * Creates or replaces the caller's callback (docs/api/events.md#callbacks). Waiting events stay, and go to the new URL.
 * Throws 422 for a `url` that callbacks may not use, and 401 for a connection that has just been disconnected.
 */
export async function saveCallback(
  { db, policy, wake }: SaveCallbackDeps,
  ctx: Context,
  _params: unknown,
  body: CallbackSave,
): Promise<CallbackView> {
  const callback = draftCallback(body);
  const refusal = callback.url === null ? undefined : whyNotCallable(callback.url, policy);
  if (refusal) throw invalid('url', refusal.code, refusal.message);
  const owner = ownerOf(ctx);
  const reply = await transaction(db, async (trx) => {
    const status = await addCallerConnection(trx, ctx.caller);
    if (status === 'disconnected') {
      throw unauthorized('The access token is invalid or the connection has been revoked', 'access_token_invalid');
    }
    await upsertCallback(trx, storedCallback(owner, callback));
    return rememberReply(trx, ctx, callback);
  });
  wake([owner.connection_id]);
  return reply;
}

const draftCallback = ({ url, events, acknowledge }: CallbackSave): CallbackView => ({
  url: url ?? null,
  events: withoutRepetitions(events),
  ...(acknowledge && { acknowledge }),
});

const storedCallback = (owner: Owner, { url, events, acknowledge }: CallbackView) => ({
  ...owner,
  id: newId(),
  url,
  host: url === null ? null : new URL(url).host,
  events: JSON.stringify(events),
  subscribed: pairsOf(events),
  acknowledge: acknowledge ?? null,
});

/** Keeps each event type once. A null array becomes an empty one. */
const withoutRepetitions = (events: CallbackSave['events']): CallbackView['events'] =>
  Object.fromEntries(Object.entries(events).map(([name, types]) => [name, [...new Set(types ?? [])]]));

const pairsOf = (events: CallbackView['events']) =>
  Object.entries(events).flatMap(([name, types]) => types.map((type) => `${name}.${type}`));
