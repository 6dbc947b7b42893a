import { parseTime } from '@order-hub/shared/times';
import type { Chosen } from '../backlog/replay-dropped-events.ts';
import type { Owner } from '../callbacks/owner.ts';
import type { ResendMany } from './logged-attempt.schema.ts';

export type KeptFilters = Partial<ResendMany>;

/** Which kept events of an owner to send again (docs/api/events.md#sending-again). */
export const keptOf = ({ connection_id, account_id }: Owner, { since, state }: KeptFilters): Chosen => ({
  ...{ connection: connection_id, account: account_id },
  since: since ? parseTime(since).toISOString() : undefined,
  refused: state ? state === 'refused' : undefined,
});
