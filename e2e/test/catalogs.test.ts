/** Catalogs through the whole hub (docs/api/catalogs.md#update). */
import { beforeAll, describe, expect, test } from '@jest/globals';
import { eventually } from '@order-hub/testing/call';
import { aTenant, type Connected } from '../src/tenant.ts';
import { overEveryBus } from './over-every-bus.ts';

/** About 3 KiB a product. */
const aLargeCatalog = (products: number, price: string) => ({
  name: 'Large',
  data: {
    categories: [{ ref: 'all', name: 'All' }],
    products: Array.from({ length: products }, (_, index) => ({
      ref: `p${index}`,
      category_ref: 'all',
      name: `Product ${index}`,
      description: 'x'.repeat(2_900),
      skus: [{ ref: `s${index}`, price }],
    })),
  },
});

overEveryBus('a catalog', (hub) => {
  let website: Connected;
  let till: Connected;
  beforeAll(async () => {
    const tenant = await aTenant(hub);
    const place = { location_id: tenant.location_ids[0] };
    website = await tenant.connect('website', place);
    till = await tenant.connect('till', place);
    await till.call('POST /callback', { body: { url: null, events: { catalog: ['create', 'update', 'delete'] } } });
  });

  const events = (count: number) =>
    eventually(async () => {
      const { body } = await till.call('GET /callback/events');
      return body.length >= count && body;
    });

  describe('of 12 MiB', () => {
    test('is created, updated and deleted; another client gets the events, without states', async () => {
      const created = await website.call('POST /location/catalogs', { body: aLargeCatalog(4_000, '1.00 EUR') });
      expect(created.status).toBe(200);
      const { id } = created.body;
      const updated = await website.call(`PUT /catalogs/${id}`, { body: aLargeCatalog(4_000, '2.00 EUR') });
      expect([updated.status, updated.body.data.products[3_999].skus[0].price]).toEqual([200, '2.00 EUR']);
      expect(updated.body.data.products[0].id).toBe(created.body.data.products[0].id);
      const read = await till.call(`GET /catalogs/${id}`);
      expect(read.body).toEqual(updated.body);
      const headers = { 'if-none-match': read.headers.get('etag') ?? '' };
      expect((await till.call(`GET /catalogs/${id}`, { headers })).status).toBe(304);
      expect((await website.call(`DELETE /catalogs/${id}`)).status).toBe(200);
      const received = await events(3);
      expect(received.map(({ event_type }: { event_type: string }) => event_type).sort()).toEqual([
        'create',
        'delete',
        'update',
      ]);
      for (const event of received) {
        expect(event).toMatchObject({ resource_type: 'catalog', catalog_id: id });
        const { body } = await till.call(`GET /callback/events/${event.id}`);
        expect(body).not.toHaveProperty('new_state');
        expect(body).not.toHaveProperty('previous_state');
      }
    });
  });

  test('of more than 32 MiB: 413', async () => {
    const body = `{"name":"${'x'.repeat(32 * 1024 * 1024)}"}`;
    const { status, body: answer } = await website.call('POST /location/catalogs', { body });
    expect([status, answer.error_type]).toEqual([413, 'payload_too_large']);
  });
});
