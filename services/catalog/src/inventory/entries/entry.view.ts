import { formatTime } from '@order-hub/shared/times';
import type { Entry } from './entry.ts';
import type { Inventory } from '../inventory.ts';

/** Entries as the API shows them, with times in the location's timezone. */
export const viewEntries = (entries: readonly Entry[], { timezone }: Inventory) =>
  entries.map(({ kind, ref, stock, expires_at }) => ({
    [`${kind}_ref`]: ref,
    stock,
    expires_at: expires_at && formatTime(expires_at, timezone),
  }));
