import type { Database } from '@order-hub/shared/database';
import { clearOldDays } from '../day-logs/clear-old-days.ts';
import { keptDays } from './logged-attempt.ts';

/** Clears the days away that are not shown any more. Repeating it does nothing. */
export const clearOldAttempts = (db: Database, now: Date): Promise<void> =>
  clearOldDays(db, 'logged_attempts', keptDays, now);
