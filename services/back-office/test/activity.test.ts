/** The events that wait at a location, as its owner sees them (docs/api/back-office.md#waiting-events). */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { newId } from '@order-hub/shared/ids';
import { startAnsweringService, type AnsweringService } from './answering-service.ts';
import { aConnectedOwner } from '../../auth/test/owner.ts';
import { startTestBackOffice, type TestBackOffice } from './back-office.ts';

let eventsOf: (asked: { location_id: string; after?: string | null }) => object | undefined = () => undefined;
let neighbour: AnsweringService;
let hub: TestBackOffice;
beforeAll(async () => {
  neighbour = await startAnsweringService({
    'GET /internal/waiting-events': ({ place, query }) =>
      eventsOf({ location_id: place?.location_id ?? '', after: query.get('after') }),
  });
  hub = await startTestBackOffice({ env: { EVENTS_URL: neighbour.url } });
});
afterAll(async () => {
  await hub.close();
  await neighbour.close();
});

const pathOf = (location_id: string, page: string) => `/back-office/locations/${location_id}/${page}`;

describe('the page of waiting events', () => {
  const anEvent = (overrides: object = {}) => ({
    id: newId(),
    connection_id: 'c',
    type: 'order.create',
    resource_id: 'o1',
    created_at: '2026-07-01T18:30:00.000Z',
    attempts: 2,
    next_attempt_at: null,
    given_up_at: null,
    ...overrides,
  });

  test('names the app of each, and what becomes of it', async () => {
    const [owner, foreign] = [await aConnectedOwner(hub), await aConnectedOwner(hub)];
    const { id } = owner.connection;
    eventsOf = ({ location_id }) =>
      location_id === owner.location.id
        ? {
            events: [
              anEvent({ connection_id: id, next_attempt_at: '2026-07-01T19:30:00.000Z' }),
              anEvent({ connection_id: id, given_up_at: '2026-07-01T19:30:00.000Z' }),
              anEvent({ connection_id: foreign.connection.id }),
            ],
            more: true,
          }
        : undefined;
    const page = await owner.browser.open(pathOf(owner.location.id, 'events'));
    for (const text of [
      'Till',
      'Will be sent again',
      'Given up',
      'Waits to be fetched',
      'A connection',
      'Older events',
    ])
      expect(page.html).toContain(text);
    expect(page.html.match(/>Till</g)).toHaveLength(2);
  });

  test('goes on from an event', async () => {
    const { browser, location } = await aConnectedOwner(hub);
    eventsOf = ({ after }) => ({ events: after === 'e9' ? [] : [anEvent()], more: false });
    expect((await browser.open(pathOf(location.id, 'events?after=e9'))).html).toContain('Nothing is waiting');
  });
});
