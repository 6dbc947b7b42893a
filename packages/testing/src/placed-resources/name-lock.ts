import { expect, test } from '@jest/globals';
import { nameOfKind } from '@order-hub/shared/placed-resource';
import { newId } from '@order-hub/shared/ids';
import { aCaller, eventually, type TestCaller } from '../call.ts';
import { aTenant, callsOf, type PlacedResourceTest } from './subject.ts';

/** While a transaction gives a name in an account, nobody waits who takes none: the lock on the names comes last. */
export function testNameLock(subject: PlacedResourceTest): void {
  const { service, table, routes } = subject;
  const { kind } = table;
  const { create } = callsOf(subject);
  const rename = (as: TestCaller, id: string, name: string) =>
    service().call(routes.rename(id), { as, body: { name } });

  /** Runs `work` while another transaction has the lock on the names of an account. */
  async function whileNamesAreLocked<Result>(account_id: string, work: () => Promise<Result>): Promise<Result> {
    const client = await service().db.connect();
    try {
      await client.query('begin');
      const lock = `${nameOfKind[kind]} names:${account_id}`;
      await client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [lock]);
      return await work();
    } finally {
      await client.query('rollback');
      client.release();
    }
  }

  test('an update that is refused, or keeps the name, does not wait for the names of the account', async () => {
    const { account_id, location_id, given, shared } = aTenant();
    const [own, everywhere] = [(await create(given)).body, (await create(shared)).body];
    const account = { id: account_id, currency: 'USD' };
    const location = { id: location_id, timezone: 'Europe/Paris' };
    const shop = aCaller({ account, location_id, location });
    const reader = { ...shop, scope: `location[all_${table.name}.read]` };
    const statuses = await whileNamesAreLocked(account_id, async () => [
      (await rename(shop, newId(), 'Other')).status,
      (await rename(shop, everywhere.id, 'Other')).status,
      (await rename(reader, own.id, 'Other')).status,
      (await rename(shop, own.id, 'Summer')).status,
    ]);
    expect(statuses).toEqual([404, 401, 403, 200]);
  });

  test('a new name waits for the names of the account', async () => {
    const { account_id, location_id, given } = aTenant();
    const { id } = (await create(given)).body;
    const shop = aCaller({ account: { id: account_id, currency: 'USD' }, location_id });
    const renaming = await whileNamesAreLocked(account_id, async () => {
      const renamed = rename(shop, id, 'Autumn');
      await eventually(async () => {
        const { rowCount } = await service().db.query(
          `select from pg_stat_activity where datname = current_database() and wait_event = 'advisory'`,
        );
        return rowCount === 1;
      });
      // Not awaited yet: it ends after the lock is released.
      return { renamed };
    });
    expect((await renaming.renamed).status).toBe(200);
  });
}
