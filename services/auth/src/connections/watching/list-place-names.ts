import type { Database } from '@order-hub/shared/database';
import * as store from './watched-connection.store.ts';

type Asked = { user_id: string; client_id: string; ids: readonly string[] };

/** The names of the places of connections of a client of this user, by the ids of the connections. */
export const listPlaceNames = (db: Database, asked: Asked): Promise<Map<string, string | null>> =>
  store.listPlaceNames(db, asked);
