import type { Database } from '@order-hub/shared/database';
import type { EntryNames } from '@order-hub/shared/management/audit';
import type { AuditEntry } from './audit.ts';
import {
  type NamedConnection,
  findNamedConnections,
  findNamedUsers,
  findNamedClients,
  findNamedLocations,
} from './entry-name.store.ts';

type Owned = { account_id: string; account_name: string; owner_id: string };

/** The ids in the details of an entry, if it names a place or an app. */
type Details = Readonly<{ location_id?: string; client_id?: string; client_name?: string }>;

const detailsOf = ({ details }: Pick<AuditEntry, 'details'>) => JSON.parse(details ?? '{}') as Details;

/** The names that the sentences of these entries say, in their order: of the person, the place and the app. */
export async function findEntryNames(
  db: Database,
  { account_id, account_name, owner_id }: Owned,
  entries: readonly Pick<AuditEntry, 'actor' | 'actor_id' | 'action' | 'subject_id' | 'details'>[],
): Promise<EntryNames[]> {
  const given = entries.map(detailsOf);
  const subjects = entries.map(({ subject_id }) => subject_id);
  const ids = [...new Set([...subjects, ...given.flatMap(({ location_id, client_id }) => [location_id, client_id])])];
  const known = ids.filter((id) => id !== undefined);
  const actors = entries.flatMap(({ actor, actor_id }) => (actor === 'user' && actor_id !== null ? [actor_id] : []));
  const [users, locations, connections, clients] = await Promise.all([
    findNamedUsers(db, [...new Set(actors)]),
    findNamedLocations(db, account_id, known),
    findNamedConnections(db, account_id, known),
    findNamedClients(db, known),
  ]);
  const apps = new Map([...connections].map(([id, { client_name }]) => [id, client_name]));
  const places = new Map([...[...connections].flatMap(placeOf), ...locations]);
  return entries.map(({ actor, actor_id, subject_id }, at) => {
    const told = given[at] ?? {};
    const byUser = actor === 'user' ? actor_id : null;
    return {
      person: nameOf(users, byUser),
      is_owner: byUser === owner_id,
      place: nameOf(places, subject_id, told.location_id) ?? account_name,
      app: nameOf(apps, subject_id) ?? told.client_name ?? nameOf(clients, told.client_id, subject_id),
    };
  });
}

const placeOf = ([id, { location_name }]: [string, NamedConnection]): [string, string][] =>
  location_name === null ? [] : [[id, location_name]];

/** The name of the first of these ids that has one. */
const nameOf = (names: ReadonlyMap<string, string>, ...ids: readonly (string | null | undefined)[]): string | null =>
  ids.map((id) => names.get(id ?? '')).find((name) => name !== undefined) ?? null;
