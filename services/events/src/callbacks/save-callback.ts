import type { Context } from '@order-hub/shared/caller';
import { transaction, type Database } from '@order-hub/shared/database';
import { invalid, unauthorized } from '@order-hub/shared/errors';
import { newId } from '@order-hub/shared/ids';
import { noteCaller } from '../connections/note-caller.ts';
import type { AddressPolicy } from './address-policy.ts';
import { whyNotCallable } from './callback-url.ts';
import type { CallbackSave, CallbackView } from './callback.schema.ts';
import { deleteCallback, findCallback, saveCallbackRow, type Owner } from './callback.store.ts';

export type CallbackDeps = {
  db: Database;
  policy: AddressPolicy;
  /** Tells the pusher that events of these connections may be due now. */
  wake: (connection_ids: readonly string[]) => void;
};

/** Whose callback a request is about. */
export const ownerOf = ({ caller }: Context): Owner => ({
  connection_id: caller.connection_id,
  account_id: caller.account.id,
});

/** Repetitions and null arrays say nothing. */
function withoutRepetitions(events: CallbackSave['events']): CallbackView['events'] {
  return Object.fromEntries(Object.entries(events).map(([name, types]) => [name, [...new Set(types ?? [])]]));
}

const pairsOf = (events: CallbackView['events']) =>
  Object.entries(events).flatMap(([name, types]) => types.map((type) => `${name}.${type}`));

/**
 * Creates or replaces the caller's callback (contract: Callbacks and events). Events that wait stay, and go to the new
 * URL. Raises 422 on `url`, and 401 for a connection that was disconnected a moment ago.
 */
export async function saveCallback(deps: CallbackDeps, ctx: Context, input: CallbackSave): Promise<CallbackView> {
  const url = input.url ?? null;
  const refusal = url === null ? undefined : whyNotCallable(url, deps.policy);
  if (refusal) throw invalid('url', refusal);
  const events = withoutRepetitions(input.events);
  const owner = ownerOf(ctx);
  await transaction(deps.db, async (trx) => {
    const status = await noteCaller(trx, ctx.caller);
    if (status === 'disconnected') throw unauthorized('The access token is invalid or the connection has been revoked');
    const row = { ...owner, id: newId(), url, events: JSON.stringify(events), subscribed: pairsOf(events) };
    await saveCallbackRow(trx, row);
  });
  deps.wake([owner.connection_id]);
  return { url, events };
}

/** The caller's callback; without one, a null url and no events. */
export async function retrieveCallback({ db }: CallbackDeps, ctx: Context): Promise<CallbackView> {
  const stored = await findCallback(db, ownerOf(ctx));
  if (!stored) return { url: null, events: {} };
  return { url: stored.url, events: JSON.parse(stored.events) as CallbackView['events'] };
}

/** Removes the caller's callback and the events that wait for it. */
export async function removeCallback({ db }: CallbackDeps, ctx: Context): Promise<Record<string, never>> {
  await deleteCallback(db, ownerOf(ctx));
  return {};
}
