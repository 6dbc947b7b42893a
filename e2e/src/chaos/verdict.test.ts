/** Tests the checker itself: one that finds nothing proves nothing. */
import { describe, expect, test } from '@jest/globals';
import type { Connected } from '../tenant.ts';
import { openLedger, type Attempt, type Ledger } from './ledger.ts';
import type { Poller } from './pollers.ts';
import { faultsOf, judge, type Findings } from './verdict.ts';

type Event = { id: string; event_type: string; order_id: string; account_id: string; location_id: string };

const eventOf = (order_id: string, event_type = 'create', id = `${order_id} ${event_type}`): Event => ({
  ...{ id, event_type, order_id, account_id: 'a', location_id: 'l' },
});

const pushOf = (event: Event, raw = event.id, isSigned = true) => ({
  ...{ raw, event, isSigned, headers: {} },
});

const pollerOf = (events: Event[], returned: string[] = []) =>
  ({ seen: new Map(events.map((event) => [event.id, event])), returned: new Set(returned) }) as unknown as Poller;

const clientOf = (client_id: string) => ({ client_id }) as Connected;

const attemptOf = (ref: string, more: Partial<Attempt> = {}): Attempt => ({
  ...{ ref, account_id: 'a', client: clientOf('website'), outcome: 'acknowledged', order: { id: ref }, ...more },
});

function ledgerOf(...attempts: Attempt[]): Ledger {
  const ledger = openLedger();
  for (const attempt of attempts) ledger.note(attempt);
  return ledger;
}

type Shown = {
  stored?: { id: string; ref: string; status: string }[];
  website?: Event[];
  till?: Event[];
  returned?: string[];
  received?: ReturnType<typeof pushOf>[];
};

const stored = (ref: string, status = 'new', id = ref) => ({ id, ref, status });

/** A shop in which the website wrote the order `1`, without faults except the given ones. */
function shopWith(given: Shown = {}): Findings {
  const { stored: orders = [stored('1')], website = [], till = [eventOf('1')], returned = [] } = given;
  const { received = [pushOf(eventOf('1'))] } = given;
  return {
    shop: {
      ...{ account_id: 'a', location_id: 'l', website: clientOf('website'), till: clientOf('till') },
      ...{ received, close: () => Promise.resolve() },
    },
    pollers: { website: pollerOf(website), till: pollerOf(till, returned) },
    stored: orders,
  };
}

const faults = (ledger: Ledger, given: Shown) => faultsOf(judge(ledger, [shopWith(given)]));
const one = ledgerOf(attemptOf('1'));
const created = eventOf('1');
const updated = eventOf('1', 'update');

describe('the verdict', () => {
  test('finds no fault where there is none', () => {
    expect(faults(one, {})).toEqual({});
    expect(judge(one, [shopWith()])).toMatchObject({ attempted: 1, acknowledged: 1, unknown: 0 });
  });

  test('an unanswered order may be stored or not; if it is, it must have its event', () => {
    const ledger = ledgerOf(attemptOf('1', { outcome: 'unknown' }));
    expect(faults(ledger, {})).toEqual({});
    expect(faults(ledger, { stored: [], till: [], received: [] })).toEqual({});
    expect(faults(ledger, { till: [] })).toEqual({ unlisted: 1 });
  });

  const accepted = { stored: [stored('1', 'accepted')], till: [created, updated] };
  test.each<[string, Attempt, Shown, object]>([
    ['a lost order', attemptOf('1'), { stored: [], till: [], received: [] }, { lost: 1 }],
    ['another id', attemptOf('1', { order: { id: '2' } }), {}, { lost: 1 }],
    ['a refused order', attemptOf('1', { outcome: 'refused' }), { stored: [], till: [], received: [] }, { refused: 1 }],
    ['an order nobody asked for', attemptOf('1'), { stored: [stored('1'), stored('9')] }, { ghost: 1 }],
    ['an event of no order', attemptOf('1'), { till: [created, eventOf('9')] }, { ghost: 1 }],
    ['an update that did not happen', attemptOf('1'), { till: [created, updated] }, { ghost: 1 }],
    ['two events', attemptOf('1'), { till: [created, eventOf('1', 'create', 'again')] }, { duplicated: 1 }],
    [
      'two pushed events',
      attemptOf('1'),
      { received: [pushOf(created), pushOf(eventOf('1', 'create', 'again'))] },
      { duplicated: 1 },
    ],
    ['an event for its author', attemptOf('1'), { website: [created] }, { sent_to_author: 1 }],
    [
      'an event of another account',
      attemptOf('1'),
      { till: [created, { ...eventOf('2'), account_id: 'b' }] },
      { wrong_tenant: 1 },
    ],
    ['no event', attemptOf('1'), { till: [] }, { unlisted: 1 }],
    ['nothing pushed', attemptOf('1'), { received: [] }, { unpushed: 1 }],
    ['an event that came back', attemptOf('1'), { returned: ['1 create'] }, { returned: 1 }],
    ['a wrong signature', attemptOf('1'), { received: [pushOf(created, 'x', false)] }, { unsigned: 1 }],
    ['another body', attemptOf('1'), { received: [pushOf(created), pushOf(created, 'else')] }, { altered: 1 }],
    ['a repeated push', attemptOf('1'), { received: [pushOf(created), pushOf(created)] }, {}],
    [
      'the wrong order',
      attemptOf('1', { update: 'acknowledged' }),
      { ...accepted, received: [pushOf(updated), pushOf(created)] },
      { reordered: 1 },
    ],
    [
      'the right order',
      attemptOf('1', { update: 'acknowledged' }),
      { ...accepted, received: [pushOf(created), pushOf(updated)] },
      {},
    ],
  ])('counts %s', (_name, attempt, given, expected) => {
    expect(faults(ledgerOf(attempt), given)).toEqual(expected);
  });

  test('counts an order that is not as it was acknowledged', () => {
    const ledger = ledgerOf(attemptOf('1'));
    ledger.lost = new Set(['1']);
    expect(faults(ledger, {})).toEqual({ lost: 1 });
  });

  test('counts an order that is stored twice, for one request', () => {
    const given = { stored: [stored('1'), stored('1', 'new', '2')] };
    expect(faults(one, given)).toMatchObject({ duplicated: 1 });
  });
});
