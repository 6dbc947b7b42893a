import { showPrivateRefs } from '@order-hub/shared/private-ref';
import { formatTime } from '@order-hub/shared/times';
import type { EventSummary, StoredEvent } from './event.ts';

const opening = ({ id, resource_type, event_type, created_at, timezone, ids }: EventSummary) => {
  const head = JSON.stringify({ id, resource_type, event_type, created_at: formatTime(created_at, timezone) });
  return ids === '{}' ? head.slice(0, -1) : `${head.slice(0, -1)},${ids.slice(1, -1)}`;
};

/** Which states an event shows (docs/api/events.md#states). */
function statesOf(event: StoredEvent): [name: string, text: string | null][] {
  const { resource_type, event_type } = event;
  if (resource_type === 'catalog') return [];
  if (event_type === 'patch') return [['state_change', event.state_change]];
  return [
    ['previous_state', event_type === 'create' ? null : shown(event.previous_state, event.previous_refs)],
    ['new_state', event_type === 'delete' ? null : shown(event.new_state, event.refs)],
  ];
}

const shown = (state: string | null, refs: Record<string, string> | null) =>
  state === null ? null : showPrivateRefs(state, refs);

/**
 * The event as JSON text (docs/api/events.md#event-body). A push and a GET send the same bytes every time. Made of stored
 * text: parsing a state and printing it again could change its bytes.
 */
export function eventText(event: StoredEvent): string {
  const states = statesOf(event).flatMap(([name, text]) => (text === null ? [] : `,"${name}":${text}`));
  return `${opening(event)}${states.join('')}}`;
}

/** The event without its states, for lists. */
export function summaryText(event: EventSummary): string {
  return `${opening(event)}}`;
}
