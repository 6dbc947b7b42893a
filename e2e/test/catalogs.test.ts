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
    await till.api.saveCallback({ body: { url: null, events: { catalog: ['create', 'update', 'delete'] } } });
  });

  const events = (count: number) =>
    eventually(async () => {
      const listed = await till.api.listEvents().toArray();
      return listed.length >= count && listed;
    });

  describe('of 12 MiB', () => {
    test('is created, updated and deleted; another client gets the events, without states', async () => {
      const created = await website.api.createCatalog({ body: aLargeCatalog(4_000, '1.00 EUR') });
      const { id } = created;
      const updated = await website.api.updateCatalog({ catalog_id: id, body: aLargeCatalog(4_000, '2.00 EUR') });
      expect(updated.data?.products[3_999]?.skus[0]?.price).toBe('2.00 EUR');
      expect(updated.data?.products[0]?.id).toBe(created.data?.products[0]?.id);
      const read = await till.call(`GET /catalogs/${id}`);
      expect(read.body).toEqual(updated);
      const headers = { 'if-none-match': read.headers.get('etag') ?? '' };
      expect((await till.call(`GET /catalogs/${id}`, { headers })).status).toBe(304);
      await website.api.deleteCatalog({ catalog_id: id });
      const received = await events(3);
      expect(received.map(({ event_type }) => event_type).sort()).toEqual(['create', 'delete', 'update']);
      for (const event of received) {
        expect(event).toMatchObject({ resource_type: 'catalog', catalog_id: id });
        const whole = await till.api.retrieveEvent({ event_id: event.id });
        expect(whole).not.toHaveProperty('new_state');
        expect(whole).not.toHaveProperty('previous_state');
      }
    });
  });

  test('of more than 32 MiB: 413', async () => {
    const body = `{"name":"${'x'.repeat(32 * 1024 * 1024)}"}`;
    const { status, body: answer } = await website.call('POST /location/catalogs', { body });
    expect([status, answer.error_type]).toEqual([413, 'payload_too_large']);
  });
});
