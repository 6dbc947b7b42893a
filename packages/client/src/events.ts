/** Events as a union by `resource_type` and `event_type` (docs/api/events.md#event-body). */
import type { Schemas } from './schemas.ts';

type States<Type, State> = Type extends 'create'
  ? { new_state: State }
  : Type extends 'update'
    ? { previous_state: State; new_state: State }
    : Type extends 'delete'
      ? { previous_state: State }
      : unknown;

/** One member for each pair of types, with the states that this pair has. */
type Split<Event> = Event extends { event_type: infer Types }
  ? Types extends string
    ? Omit<Event, 'event_type' | 'previous_state' | 'new_state'> & { event_type: Types } & (Event extends {
          new_state?: infer State;
        }
          ? unknown extends State
            ? unknown
            : States<Types, NonNullable<State>>
          : unknown)
    : never
  : never;

/**
 * An event as it is pushed and retrieved. `if (event.resource_type === 'order' && event.event_type === 'create')` narrows
 * it. Later versions of the hub may send other types: ignore those that you do not know.
 */
export type HubEvent = Split<Schemas['Event']>;

const decoder = new TextDecoder('utf-8', { fatal: true });

/** The event in the body of a push. Verify the signature first. Throws SyntaxError if it is none. */
export function parseEvent(raw: string | Uint8Array): HubEvent {
  let event: Partial<HubEvent> | null;
  try {
    event = JSON.parse(typeof raw === 'string' ? raw : decoder.decode(raw)) as typeof event;
  } catch (cause) {
    throw new SyntaxError('The body is not JSON in UTF-8', { cause });
  }
  for (const field of ['id', 'resource_type', 'event_type'] as const) {
    if (typeof event?.[field] !== 'string') throw new SyntaxError(`An event has a ${field}`);
  }
  return event as HubEvent;
}
