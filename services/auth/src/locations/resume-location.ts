import type { Database } from '@order-hub/shared/database';
import { setLocationSuspension } from './suspend-location.ts';

/** Ends the suspension of a location. (At `resume_at` its order acceptance becomes normal: return-to-normal.ts.) Throws 404. */
export const resumeLocation = ({ db }: { db: Database }, id: string) => setLocationSuspension(db, id, null);
