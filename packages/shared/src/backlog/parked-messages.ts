/** Parked messages as operators see them: ids, topics, times and reasons, never a body, which holds personal data. */
import { z } from 'zod';
import { batchMax, type ParkedMessage, type ParkedMessageDetails } from '../calls/backlog-calls.ts';
import type { Database } from '../data/database.ts';
import * as store from '../messages/backlog/parked-message.store.ts';
import { timeOfId } from '../values/ids.ts';
import { parseJson } from '../values/json.ts';

const viewOf = ({ parked_at, ...row }: store.ParkedRow): ParkedMessage => ({
  ...row,
  created_at: timeOfId(row.id).toISOString(),
  parked_at: parked_at.toISOString(),
});

/** The parts of any body that operators may see. */
const partsOfBody = z.object({
  account_id: z.string().nullish(),
  resource_type: z.string().nullish(),
  event_type: z.string().nullish(),
  ids: z.record(z.string(), z.string()).nullish(),
});

/** Up to `count` parked messages, the newest message first. */
export const listParkedMessages = async (db: Database, filters: store.ParkedFilters): Promise<ParkedMessage[]> =>
  (await store.listParkedRows(db, filters)).map(viewOf);

/** A parked message, with the ids in its body. */
export async function findParkedMessage(db: Database, id: string): Promise<ParkedMessageDetails | undefined> {
  const row = await store.findParkedRow(db, id);
  if (!row) return undefined;
  const { body, ...message } = row;
  const { account_id, resource_type, event_type, ids } = partsOfBody.safeParse(parseJson(body)).data ?? {};
  const type = resource_type && event_type ? `${resource_type}.${event_type}` : null;
  return { ...viewOf(message), type, account_id: account_id ?? null, ids: ids ?? {} };
}

type Retry = { id?: string | undefined; topic?: string | undefined; parked_before: string };

/** Lets the relay send parked messages again. Consumers that have already acted ignore them (messages/inbox.ts). */
export async function retryParkedMessages(db: Database, { parked_before, ...filters }: Retry) {
  const retried = await store.unparkRows(db, { ...filters, parked_before: new Date(parked_before) }, batchMax);
  return { retried, more: retried === batchMax };
}

export const deleteParkedMessage = (db: Database, id: string): Promise<boolean> => store.deleteParkedRow(db, id);
