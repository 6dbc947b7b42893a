import { eventTypes, resourceTypes, subscribableEvents } from '@order-hub/shared/change';
import { timeSchema } from '@order-hub/shared/times';
import { z } from 'zod';

const id = z.string().describe('The id of the event; a later event has a greater one.');
const test = z.literal(true).optional().describe('Only of a test event (docs/api/events.md#test-events).');
const created_at = timeSchema.describe('When it happened, in the timezone of the location.');

/** The ids of a resource and of its parents (docs/api/events.md#event-ids). */
const ids = {
  order_id: z.string().describe('The id of the order.'),
  delivery_id: z.string().describe('The id of the delivery.'),
  customer_id: z.string().describe('The id of the customer.'),
  customer_list_id: z.string().describe("The id of the customer's list."),
  catalog_id: z.string().describe('The id of the catalog.'),
  location_id: z.string().describe('The id of the location.'),
  account_id: z.string().describe('The id of the account.'),
};

/** An event in the list, with the ids of its resource and parents. */
export const eventSummary = z
  .looseObject({
    id,
    resource_type: z.enum(resourceTypes).describe('What kind of resource it is about.'),
    event_type: z.enum(eventTypes).describe('What happened to the resource.'),
    created_at,
    test,
    ...z.object(ids).partial().shape,
  })
  .meta({
    id: 'EventSummary',
    description: 'An event without its states; it has the ids of its resource and parents.',
  });

/** A state is text from the service that owns the resource. Described here, but not checked. */
const stateOf = (component: string, description: string) =>
  z
    .unknown()
    .optional()
    .meta({ description, $ref: `#/components/schemas/${component}` });

const statesOf = (component: string) => ({
  previous_state: stateOf(component, 'The resource before; only of an update.'),
  new_state: stateOf(component, 'The resource after.'),
});

const { order_id, delivery_id, customer_id, customer_list_id, catalog_id, location_id, account_id } = ids;

/** Past tenses for the descriptions. */
const happened: Record<string, string> = {
  create: 'was created',
  update: 'was updated',
  delete: 'was deleted',
  patch: 'was changed in part',
};

const capitalised = (word: string) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`;

const article = (noun: string) => (/^[aeio]/.test(noun) ? 'An' : 'A');

/** The events of one kind of resource: one schema for each type, so that both together tell which fields an event has. */
function eventsOf<const Resource extends keyof typeof subscribableEvents, Shape extends z.ZodRawShape>(
  resource: Resource,
  shape: Shape,
) {
  const types: readonly string[] = subscribableEvents[resource];
  const schemas = types.map((type) =>
    z
      .looseObject({
        id,
        resource_type: z.literal(resource).describe('What kind of resource it is about.'),
        event_type: z.literal(type).describe('What happened to the resource.'),
        created_at,
        test,
        ...shape,
      })
      .meta({
        id: `${capitalised(resource)}${capitalised(type)}Event`,
        description: `${article(resource)} ${resource} ${happened[type]}.`,
      }),
  );
  const [first, ...others] = schemas;
  if (!first) throw new Error(`There are no events of ${resource}`);
  const named = { id: `${capitalised(resource)}Event`, description: `${article(resource)} ${resource} has changed.` };
  return others.length === 0 ? first.meta(named) : z.discriminatedUnion('event_type', [first, ...others]).meta(named);
}

const events = [
  eventsOf('order', { order_id, location_id, account_id, ...statesOf('Order') }),
  eventsOf('delivery', { delivery_id, order_id, location_id, account_id, ...statesOf('Delivery') }),
  eventsOf('location', { location_id, account_id, ...statesOf('Location') }),
  eventsOf('customer', { customer_id, customer_list_id, ...statesOf('Customer') }),
  // A catalog has no states.
  eventsOf('catalog', { catalog_id, location_id: location_id.optional(), account_id: account_id.optional() }),
  eventsOf('inventory', {
    catalog_id,
    location_id,
    state_change: z.unknown().optional().describe('The entries that changed; only of a patch.'),
  }),
] as const;

/** The reply of DELETE /callback/events. */
export const acknowledgedView = z
  .object({
    acknowledged: z.int().describe('How many events were acknowledged.'),
    more: z.boolean().describe('Whether there may be more up to this id: repeat the request.'),
  })
  .meta({ id: 'Acknowledged', description: 'How many events were acknowledged.' });

export const eventView = z.discriminatedUnion('resource_type', events).meta({
  id: 'Event',
  description:
    'An event with its states, as it is pushed and retrieved (docs/api/events.md#event-body). `resource_type` and `event_type` together tell its fields.',
});
