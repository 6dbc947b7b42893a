import { eventTypes, resourceTypes } from '@order-hub/shared/changes';
import { z } from 'zod';

/** The ids of the resource and of its parents follow, by names such as `order_id` and `location_id`. */
export const eventSummary = z
  .looseObject({
    id: z.string(),
    resource_type: z.enum(resourceTypes),
    event_type: z.enum(eventTypes),
    created_at: z.string().meta({ format: 'date-time' }),
  })
  .meta({ id: 'EventSummary' });

export const eventView = eventSummary
  .extend({
    previous_state: z.unknown().optional(),
    new_state: z.unknown().optional(),
    state_change: z.unknown().optional(),
  })
  .meta({ id: 'Event' });
