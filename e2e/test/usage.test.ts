/** What operators see of who uses how much of the hub (docs/api/limits.md#cost). */
import { expect, test } from '@jest/globals';
import { eventually } from '@order-hub/testing/call';
import { hubCommand } from '../src/command-line.ts';
import { aTenant } from '../src/tenant.ts';
import { overEveryBus } from './over-every-bus.ts';

const requests = 20;
const item = { product_name: 'Margherita', price: '9.50 EUR', quantity: '1' };
/** Large enough for the service to report what it costs. */
const order = { status: 'new', items: Array.from({ length: 900 }, () => item) };

overEveryBus('the usage of the hub', (hub) => {
  test('names the account, with what its connections used together', async () => {
    const tenant = await aTenant(hub);
    const [one, other] = [
      await tenant.connect('one', { location_id: tenant.location_ids[0] }),
      await tenant.connect('other', { location_id: tenant.location_ids[0] }),
    ];
    for (let sent = 0; sent < requests; sent += 2) {
      for (const { call } of [one, other]) {
        expect((await call('POST /location/orders', { body: order })).status).toBe(200);
      }
    }
    const used = await eventually(async () => {
      const items: Usage[] = await hubCommand(hub.data_folder)('usage', { count: '100' });
      const own = items.find(({ id }) => id === tenant.account_id);
      return own?.hour.requests === requests && own;
    });
    expect(used).toMatchObject({ kind: 'account', name: expect.any(String), hour: { refused: 0 } });
    const bytes = requests * JSON.stringify(order).length;
    expect(used.hour.bytes_in).toBeGreaterThan(bytes);
    expect(used.hour.bytes_out).toBeGreaterThan(bytes);
    // More than the base and the bytes cost: the service reports its part.
    expect(used.hour.cost_ms).toBeGreaterThan(requests + ((used.hour.bytes_in + used.hour.bytes_out) / 1_048_576) * 10);
  });
});

type Amounts = Record<'requests' | 'refused' | 'bytes_in' | 'bytes_out' | 'cost_ms', number>;
type Usage = { kind: string; id: string; name: string | null; minute: Amounts; hour: Amounts };
