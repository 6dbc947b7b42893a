import { describe, expect, test } from '@jest/globals';
import { markersIn } from '../src/till/marker.ts';
import { planOf } from '../src/till/plan.ts';
import { changedPrice } from '../src/till/prices.ts';
import { tillSettings, type TillSettings } from '../src/till/till-settings.ts';

describe('markers in the notes of an order', () => {
  const cases: [notes: string | null, markers: unknown[]][] = [
    [null, []],
    ['Please do not reject this, and without delay', []],
    ['[reject]', [{ kind: 'reject', reason: undefined }]],
    ['Hello [Reject Out of dough] there', [{ kind: 'reject', reason: 'Out of dough' }]],
    ['[delay 30]', [{ kind: 'delay', seconds: 30 }]],
    ['[delay 99999]', [{ kind: 'delay', seconds: 3_600 }]],
    ['[delay soon] [delay]', []],
    ['[ignore][cancel][accept]', [{ kind: 'ignore' }, { kind: 'cancel' }, { kind: 'accept' }]],
    ['[prices +10%]', [{ kind: 'prices', percent: 10 }]],
    ['[prices -5%]', [{ kind: 'prices', percent: -5 }]],
    ['[prices +500%] [prices -100%] [prices ten%]', []],
    ['[stock TIRAMISU 8]', [{ kind: 'stock', ref: 'TIRAMISU', stock: '8' }]],
    ['[stock ICE CREAM unlimited]', [{ kind: 'stock', ref: 'ICE CREAM', stock: null }]],
    ['[stock TIRAMISU -1] [stock 8]', []],
    ['[unknown thing] [reject', []],
  ];

  test.each(cases)('the notes %j', (notes, markers) => {
    expect(markersIn(notes)).toEqual(markers);
  });

  test('of many markers, the first five count', () => {
    expect(markersIn('[accept]'.repeat(1_000))).toHaveLength(5);
  });
});

describe('the plan of a till', () => {
  const now = 1_000_000;

  /** The statuses with the seconds after which each is due. */
  const planned = (
    customer_notes: string | null,
    more: Partial<TillSettings> = {},
    service_type: 'collection' | 'delivery' | 'eat_in' = 'collection',
  ) =>
    planOf({ service_type, customer_notes }, markersIn(customer_notes), {
      settings: { ...tillSettings, ...more },
      now,
    }).map(({ status, at, seller_notes }) => [status, (at - now) / 1_000, ...(seller_notes ? [seller_notes] : [])]);

  describe('what a till does to an order', () => {
    test('it accepts it at once, and takes it through the statuses of its service type', () => {
      expect(planned(null)).toEqual([
        ['accepted', 0],
        ['in_preparation', 60],
        ['awaiting_collection', 120],
        ['completed', 180],
      ]);
      expect(planned(null, {}, 'delivery').map(([status]) => status)).toEqual(
        'accepted in_preparation awaiting_shipment in_delivery completed'.split(' '),
      );
      expect(planned(null, {}, 'eat_in')).toHaveLength(3);
    });

    test('it receives it, and accepts it later, by the settings or as the order asks', () => {
      const delayed = [
        ['received', 0],
        ['accepted', 30],
      ];
      expect(planned(null, { delaySeconds: 30, stepSeconds: 0 })).toEqual(delayed);
      expect(planned('[delay 30]', { answer: 'reject', stepSeconds: 0 })).toEqual(delayed);
    });

    test('it rejects it with a reason', () => {
      expect(planned(null, { answer: 'reject', reason: 'Closed' })).toEqual([['rejected', 0, 'Closed']]);
      expect(planned('[reject No dough]')).toEqual([['rejected', 0, 'No dough']]);
    });

    test('it accepts it, and the shop cancels it', () => {
      expect(planned('[cancel]').map(([status]) => status)).toEqual(['accepted', 'cancelled']);
    });

    test('it leaves it alone, unless the order asks for more', () => {
      expect(planned('[ignore]')).toEqual([]);
      expect(planned('[accept]', { answer: 'ignore', stepSeconds: 0 })).toEqual([['accepted', 0]]);
    });
  });

  test('prices change by a percentage, rounded to hundredths', () => {
    expect(changedPrice('9.50 EUR', 10)).toBe('10.45 EUR');
    expect(changedPrice('0.05 EUR', 10)).toBe('0.06 EUR');
    expect(changedPrice('4.00 EUR', -90)).toBe('0.40 EUR');
    expect(changedPrice('0.00 EUR', 10)).toBe('0.00 EUR');
  });
});
