import { subscribableEvents } from '@order-hub/shared/change';
import { listOf, mapOf } from '@order-hub/shared/lists';
import { clearable, hubField } from '@order-hub/shared/optional';
import { textUpTo } from '@order-hub/shared/texts';
import { crossFieldRule } from '@order-hub/shared/rules';
import { z } from 'zod';

/** Also what has no events yet, which clients subscribe to all the same: nothing is sent for it. */
const acceptedEvents = { ...subscribableEvents, account: ['update'], customer_list: ['create', 'update'] } as const;
type AcceptedType = keyof typeof acceptedEvents;

/** What something is sent for. */
const offeredTypes = Object.keys(subscribableEvents).sort().join(', ');
const isAcceptedType = (name: string): name is AcceptedType => Object.hasOwn(acceptedEvents, name);

/** Reports an unknown resource type, or each unknown event type with its index. */
function checkEntry(
  name: string,
  types: readonly string[] | null,
  report: (path: (string | number)[], message: string) => void,
): void {
  if (!isAcceptedType(name)) {
    report([name], `is not a resource type: use ${offeredTypes}`);
    return;
  }
  const accepted: readonly string[] = acceptedEvents[name];
  types?.forEach((type, index) => {
    if (!accepted.includes(type)) report([name, index], `is not an event type of ${name}: use ${accepted.join(', ')}`);
  });
}

/** More than there are, so that the answer can name an unknown type, and a repeated one is accepted. */
const typesMax = 100;
const name = textUpTo(100);

const eventTypesOf = (resource_type: AcceptedType, remark = '') =>
  z
    .array(z.enum(acceptedEvents[resource_type]))
    .max(typesMax)
    .nullish()
    .describe(`Event types of the resource ${resource_type}.${remark}`);

/**
 * Documented, because strict handling would refuse a field that is not, and deprecated, so that nobody starts with it
 * (docs/api/events.md#subscribable-events).
 */
const withoutEvents = (resource_type: 'account' | 'customer_list') =>
  eventTypesOf(resource_type, ' Accepted, but there are no such events: nothing is sent.').meta({ deprecated: true });

/** The type of `events` in the API document. */
const subscriptions = z
  .object({
    account: withoutEvents('account'),
    catalog: eventTypesOf('catalog'),
    customer: eventTypesOf('customer'),
    customer_list: withoutEvents('customer_list'),
    delivery: eventTypesOf('delivery'),
    inventory: eventTypesOf('inventory'),
    location: eventTypesOf('location'),
    order: eventTypesOf('order'),
  })
  .meta({
    id: 'CallbackEvents',
    description: 'Event types by resource type (docs/api/events.md#subscribable-events).',
    'x-empty-list-is-empty': true,
  });

const typesMessage = 'must be an array of event types, such as ["create", "update"]';
const eventsMessage = 'must be a map from resource types to event types, such as {"order": ["create", "update"]}';

export const events = mapOf(name, listOf(name, typesMax, typesMessage).nullable(), typesMax, eventsMessage)
  .check(
    crossFieldRule((map, fault) => {
      for (const [name, types] of Object.entries(map)) {
        checkEntry(name, types, (path, message) => fault('unknown_value', message, ...path));
      }
    }),
  )
  .meta({ documentedAs: subscriptions });

const acknowledge = z.enum(['2xx']);
const acknowledgeText = '`2xx`: only a status from 200 to 299 acknowledges. Without it, one from 200 to 499 does.';

const urlText = 'Where events are posted to; null for a passive callback.';

/** The body of POST /callback. Without a url, or with null, the callback is passive. */
export const callbackSave = z
  .object({
    url: textUpTo(2_048).nullish().meta({ description: urlText, format: 'uri' }),
    events,
    acknowledge: hubField(clearable(acknowledge)).describe(acknowledgeText),
  })
  .meta({ id: 'CallbackSave', description: 'A callback: it replaces the existing one.' });
export type CallbackSave = z.output<typeof callbackSave>;

export const callbackView = z
  .object({
    url: z.string().nullable().describe(urlText),
    events: z
      .record(z.string(), z.array(z.string()))
      .describe('Event types by resource type; empty without a callback.'),
    acknowledge: acknowledge.optional().describe(acknowledgeText),
  })
  .meta({ id: 'Callback', description: 'Which events a connection receives, and where.' });
export type CallbackView = z.output<typeof callbackView>;
