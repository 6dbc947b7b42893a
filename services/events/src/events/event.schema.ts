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

const event_type = <const Types extends readonly string[]>(types: Types) =>
  z.enum(types).describe('What happened to the resource.');

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

const resource_type = <const Type extends string>(type: Type) =>
  z.literal(type).describe('What kind of resource it is about.');

const { order_id, delivery_id, customer_id, customer_list_id, catalog_id, location_id, account_id } = ids;

const orderEvent = z
  .looseObject({
    ...{
      id,
      resource_type: resource_type('order'),
      event_type: event_type(subscribableEvents.order),
      created_at,
      test,
    },
    ...{ order_id, location_id, account_id, ...statesOf('Order') },
  })
  .meta({ id: 'OrderEvent', description: 'An order was created or updated.' });

const deliveryEvent = z
  .looseObject({
    ...{
      id,
      resource_type: resource_type('delivery'),
      event_type: event_type(subscribableEvents.delivery),
      created_at,
      test,
    },
    ...{ delivery_id, order_id, location_id, account_id, ...statesOf('Delivery') },
  })
  .meta({ id: 'DeliveryEvent', description: 'A delivery was created or updated.' });

const locationEvent = z
  .looseObject({
    ...{
      id,
      resource_type: resource_type('location'),
      event_type: event_type(subscribableEvents.location),
      created_at,
      test,
    },
    ...{ location_id, account_id, ...statesOf('Location') },
  })
  .meta({ id: 'LocationEvent', description: 'A location was updated.' });

const customerEvent = z
  .looseObject({
    ...{
      id,
      resource_type: resource_type('customer'),
      event_type: event_type(subscribableEvents.customer),
      created_at,
      test,
    },
    ...{ customer_id, customer_list_id, ...statesOf('Customer') },
  })
  .meta({ id: 'CustomerEvent', description: 'A customer was created or updated.' });

const catalogEvent = z
  .looseObject({
    ...{
      id,
      resource_type: resource_type('catalog'),
      event_type: event_type(subscribableEvents.catalog),
      created_at,
      test,
    },
    ...{ catalog_id, location_id: location_id.optional(), account_id: account_id.optional() },
  })
  .meta({ id: 'CatalogEvent', description: 'A catalog was created, updated or deleted. It has no states.' });

const inventoryEvent = z
  .looseObject({
    ...{
      id,
      resource_type: resource_type('inventory'),
      event_type: event_type(subscribableEvents.inventory),
      created_at,
      test,
    },
    ...{ catalog_id, location_id },
    state_change: z.unknown().optional().describe('The entries that changed; only of a patch.'),
  })
  .meta({ id: 'InventoryEvent', description: 'An inventory was updated.' });

/** The reply of DELETE /callback/events. */
export const acknowledgedView = z
  .object({
    acknowledged: z.int().describe('How many events were acknowledged.'),
    more: z.boolean().describe('Whether there may be more up to this id: repeat the request.'),
  })
  .meta({ id: 'Acknowledged', description: 'How many events were acknowledged.' });

export const eventView = z
  .discriminatedUnion('resource_type', [
    orderEvent,
    deliveryEvent,
    locationEvent,
    customerEvent,
    catalogEvent,
    inventoryEvent,
  ])
  .meta({
    id: 'Event',
    description: 'An event with its states, as it is pushed and retrieved (docs/api/events.md#event-body).',
    discriminator: {
      propertyName: 'resource_type',
      mapping: {
        order: '#/components/schemas/OrderEvent',
        delivery: '#/components/schemas/DeliveryEvent',
        location: '#/components/schemas/LocationEvent',
        customer: '#/components/schemas/CustomerEvent',
        catalog: '#/components/schemas/CatalogEvent',
        inventory: '#/components/schemas/InventoryEvent',
      },
    },
  });
