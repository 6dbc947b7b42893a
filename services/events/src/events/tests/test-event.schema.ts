import { eventTypes, resourceTypes } from '@order-hub/shared/change';
import { z } from 'zod';
import { events } from '../../callbacks/callback.schema.ts';

/** The body of POST /callback/test. */
export const testSave = z
  .object({
    events: events.nullish().meta({ description: 'The kinds of events; without it, those of the callback.' }),
  })
  .meta({ id: 'CallbackTest', description: 'Which test events to send.' });

/** The reply of POST /callback/test. */
export const testView = z
  .object({
    events: z
      .array(
        z.object({
          id: z.string().describe('The id of the event.'),
          resource_type: z.enum(resourceTypes).describe('What kind of resource it is about.'),
          event_type: z.enum(eventTypes).describe('What happens to the resource.'),
        }),
      )
      .describe('The test events; none for what the connection may not see.'),
  })
  .meta({ id: 'CallbackTestEvents', description: 'The test events that are sent.' });
