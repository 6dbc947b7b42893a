import type { Database } from '@order-hub/shared/database';
import type { Actor } from '../audit/audit.ts';
import { setLocationSuspension } from './suspend-location.ts';

/** Ends the suspension of a location. (At `resume_at` its order acceptance becomes normal: return-to-normal.ts.) Throws 404. */
export const resumeLocation = ({ db }: { db: Database }, by: Actor, id: string, reason?: string) =>
  setLocationSuspension(db, by, { id, suspended: false, reason });
