import { endpoint } from '@order-hub/shared/endpoint';
import { sendTestEvents, type TestDeps } from './send-test-events.ts';
import { testSave, testView } from './test-event.schema.ts';

/** Test events of a connection (docs/api/events.md#test-events). */
export const testEventEndpoints = [
  endpoint('POST /callback/test', {
    summary: 'Send test events',
    name: 'sendTestEvents',
    tag: 'Callbacks',
    description: 'One of each kind, as real ones, with `"test": true` in the body. At most every 10 seconds.',
    guide: 'docs/api/events.md#test-events',
    examples: { orders: { events: { order: ['create'] } } },
    access: ['location', 'account'],
    body: testSave,
    bodyBytesMax: 65_536,
    reply: testView,
    handle: ({ params, body }, ctx, deps: TestDeps) => sendTestEvents(deps, ctx, params, body),
  }),
];
