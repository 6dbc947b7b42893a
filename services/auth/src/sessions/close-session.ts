import type { Database } from '@order-hub/shared/database';
import type { UserVisit } from '../pages/visit.ts';
import { deleteSession } from './session.store.ts';

/** Ends the session of this browser: its cookie is worth nothing from now on. */
export const closeSession = (db: Database, { session }: UserVisit) => deleteSession(db, session.id_digest);
