import type { EventType, ResourceType } from '@order-hub/shared/change';

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
