/** The rules that catalogs and customer lists share are suites that the tests of both services run. */
import type { Database } from '@order-hub/shared/database';
import { newId } from '@order-hub/shared/ids';
import type { ServiceName } from '@order-hub/shared/neighbours';
import type { SelectionPlace } from '@order-hub/shared/placed-resource';
import type { PlacedTableName } from '@order-hub/shared/placed-resource-store';
import type { NewSelectable } from '@order-hub/shared/selectables';
import type { callOn } from '../call.ts';

/** The service under test, once it runs, and what differs between the two. */
export type PlacedResourceTest = {
  service(): { call: ReturnType<typeof callOn>; db: Database };
  name: ServiceName;
  table: PlacedTableName;
  routes: {
    list: string;
    create: string;
    /** The path of the look-up, up to the id. */
    lookUp(account_id: string): string;
    /** What a client sends to rename a resource. */
    rename(id: string): string;
  };
};

/** An account with a location, and what a user fills in for each. */
export function aTenant() {
  const [account_id, location_id] = [newId(), newId()];
  const place = { account_id, currency: 'USD' };
  const given: NewSelectable = { ...place, location_id, timezone: 'Europe/Paris', name: 'Summer' };
  const shared: NewSelectable = { ...place, location_id: null, timezone: 'UTC', name: 'Everywhere' };
  return { account_id, location_id, given, shared };
}

/** The internal calls of auth. */
export function callsOf({ service, name, routes }: PlacedResourceTest) {
  const ask = (route: string, from: ServiceName, body?: object) =>
    service().call(route, { internal: name, from, ...(body && { body }) });
  const list = (place: SelectionPlace, from: ServiceName = 'auth') => ask(routes.list, from, place);
  return {
    list,
    create: (given: object, from: ServiceName = 'auth') => ask(routes.create, from, given),
    lookUp: (account_id: string, id: string, from: ServiceName = 'auth') =>
      ask(`GET ${routes.lookUp(account_id)}/${id}`, from),
    namesOf: async (place: SelectionPlace): Promise<string[]> =>
      (await list(place)).body.items.map((item: { name: string }) => item.name),
  };
}
