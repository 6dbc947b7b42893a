import { expect, test } from '@jest/globals';
import { newId } from '@order-hub/shared/ids';
import { aTenant, callsOf, type PlacedResourceTest } from './subject.ts';

/** Which resources a user can select, in which order, and how many at most. */
export function testSelectableList(subject: PlacedResourceTest): void {
  const { service, table } = subject;
  const { list, create, namesOf } = callsOf(subject);

  test('of a location has its own and those of its account, oldest first', async () => {
    const { account_id, location_id, given, shared } = aTenant();
    const own = (await create(given)).body;
    const everywhere = (await create(shared)).body;
    const later = (await create({ ...given, name: 'Autumn' })).body;
    await create({ ...given, location_id: newId(), name: 'Elsewhere' });
    expect((await list({ account_id, location_id })).body).toEqual({ items: [own, everywhere, later], more: false });
  });

  test('of an account has those of all its locations', async () => {
    const { account_id, given, shared } = aTenant();
    await create(given);
    await create(shared);
    await create({ ...given, location_id: newId(), name: 'Elsewhere' });
    expect(await namesOf({ account_id, location_id: null })).toEqual(['Summer', 'Everywhere', 'Elsewhere']);
  });

  test('of another account, or of a location of another account, shows nothing of it', async () => {
    const [mine, foreign] = [aTenant(), aTenant()];
    await create(foreign.given);
    await create(foreign.shared);
    await create(mine.shared);
    const { account_id } = mine;
    expect(await namesOf({ account_id, location_id: null })).toEqual(['Everywhere']);
    expect((await list({ account_id, location_id: foreign.location_id })).body).toEqual({
      items: [{ id: expect.any(String), name: 'Everywhere', location_id: null }],
      more: false,
    });
    const unknown = { account_id: newId(), location_id: foreign.location_id };
    expect((await list(unknown)).body).toEqual({ items: [], more: false });
  });

  test('ends at 200 and says that there are more', async () => {
    const { account_id, location_id } = aTenant();
    const { db } = service();
    await db.query({
      text: `insert into ${table.name} (account_id, id, location_id, timezone, currency, name)
             select $1, 'id' || 1000 + n, case when n % 2 = 0 then $2 end, 'UTC', 'EUR', 'n' || n
             from generate_series(1, 200) as n`,
      values: [account_id, location_id],
    });
    for (const place of [location_id, null]) {
      const { items, more } = (await list({ account_id, location_id: place })).body;
      expect([items.length, items[0].id, items[199].id, more]).toEqual([200, 'id1001', 'id1200', false]);
    }
    await db.query({
      text: `insert into ${table.name} (account_id, id, location_id, timezone, currency, name)
             values ($1, 'id1000', $2, 'UTC', 'EUR', 'n')`,
      values: [account_id, location_id],
    });
    for (const place of [location_id, null]) {
      const { items, more } = (await list({ account_id, location_id: place })).body;
      expect([items.length, items[0].id, items[199].id, more]).toEqual([200, 'id1000', 'id1199', true]);
    }
  });
}
