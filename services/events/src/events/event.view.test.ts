import { describe, expect, test } from '@jest/globals';
import type { StoredEvent } from './event.ts';
import { eventText, summaryText } from './event.view.ts';

const stored: StoredEvent = {
  id: 'e1',
  resource_type: 'order',
  event_type: 'update',
  created_at: new Date('2026-07-01T10:00:00.123Z'),
  timezone: 'Europe/Paris',
  ids: '{"order_id":"o1","location_id":"l1"}',
  previous_state: '{"n":1.0}',
  new_state: '{"n":2.0,  "private_ref":null}',
  state_change: '[{"stock":"1"}]',
  previous_refs: null,
  refs: null,
};
const head = (type: string, event: string) =>
  `{"id":"e1","resource_type":"${type}","event_type":"${event}","created_at":"2026-07-01T12:00:00+02:00","order_id":"o1","location_id":"l1"`;

describe('the text of an event', () => {
  test('an update shows both states, as they are stored', () => {
    const states = ',"previous_state":{"n":1.0},"new_state":{"n":2.0,  "private_ref":null}}';
    expect(eventText(stored)).toBe(head('order', 'update') + states);
  });

  test('a creation shows the new state, a deletion the previous one', () => {
    expect(eventText({ ...stored, event_type: 'create' })).toBe(
      `${head('order', 'create')},"new_state":{"n":2.0,  "private_ref":null}}`,
    );
    expect(eventText({ ...stored, event_type: 'delete' })).toBe(
      `${head('order', 'delete')},"previous_state":{"n":1.0}}`,
    );
  });

  test('a catalog shows no state', () => {
    expect(eventText({ ...stored, resource_type: 'catalog' })).toBe(`${head('catalog', 'update')}}`);
  });

  test('an inventory patch shows what changed instead of states', () => {
    const patch = { ...stored, resource_type: 'inventory', event_type: 'patch' } as const;
    expect(eventText(patch)).toBe(`${head('inventory', 'patch')},"state_change":[{"stock":"1"}]}`);
  });

  test('each state shows the refs that the receiving client has set', () => {
    const shown = JSON.parse(eventText({ ...stored, refs: { self: 'mine' } }));
    expect(shown.new_state.private_ref).toBe('mine');
  });

  test('a summary has no states', () => {
    expect(summaryText(stored)).toBe(`${head('order', 'update')}}`);
  });
});
