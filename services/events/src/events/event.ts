import { createHash } from 'node:crypto';
import type { EventType, ResourceType } from '@order-hub/shared/change';
import { newId } from '@order-hub/shared/ids';

/** An event as stored, without its states. `ids` is the JSON text of an object. */
export type EventSummary = {
  id: string;
  resource_type: ResourceType;
  event_type: EventType;
  created_at: Date;
  timezone: string;
  ids: string;
};

/** An event as stored. The states are JSON text. The refs are those of the receiving client only. */
export type StoredEvent = EventSummary & {
  previous_state: string | null;
  new_state: string | null;
  state_change: string | null;
  previous_refs: Record<string, string> | null;
  refs: Record<string, string> | null;
};

const checkedChars = 16;
const checkChars = 4;
const checkSize = 36 ** checkChars;

/** The start of an id, and four characters that belong to it and to the connection. */
function checkedId(connection_id: string, start: string): string {
  const bytes = createHash('sha256').update(`${connection_id} ${start}`).digest();
  return start + (bytes.readUInt32BE() % checkSize).toString(36).padStart(checkChars, '0');
}

/**
 * A new id of an event of a connection: as every id, except that its last characters follow from the others. So an id of the past is
 * told from a typing error, though nothing is kept of an event that was acknowledged. 19 bits of it are random.
 */
export const newEventId = (connection_id: string, at: Date): string =>
  checkedId(connection_id, newId(at).slice(0, checkedChars));

/** Whether `newEventId` can have made the id for this connection: of other texts it says so of one in 1.7 million. */
export const isEventIdOf = (connection_id: string, id: string): boolean =>
  id.length === checkedChars + checkChars && checkedId(connection_id, id.slice(0, checkedChars)) === id;
