/** An event as the hub sends it: its id and its body. Pure. */
export type EventText = { event_id: string; label: string; body: string };

type EventFields = { id: string; resource_type: string; event_type: string } & { [id in `${string}_id`]?: string };

/** What an event is called in the report. */
export const labelOf = ({ resource_type, event_type, ...ids }: Omit<EventFields, 'id'>) =>
  `${resource_type}.${event_type} of ${ids[`${resource_type}_id`] ?? 'something'}`;

/** Throws SyntaxError if the text is not JSON. */
export function eventText(body: string): EventText {
  const event = JSON.parse(body) as EventFields;
  return { event_id: event.id, label: labelOf(event), body };
}
