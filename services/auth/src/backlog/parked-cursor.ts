/** Where a page of parked messages ends. Messages of several services are listed together, by id and then by service. */
import type { MessagingService } from '@order-hub/shared/backlog-calls';

type Listed = { id: string; service: string };

/** The cursor after this message. */
export const cursorOf = ({ id, service }: Listed): string => `${id} ${service}`;

/** The newest message first; the same message in several services by the service's name. */
export const byPlace = (a: Listed, b: Listed): number =>
  a.id === b.id ? (a.service < b.service ? -1 : 1) : a.id < b.id ? 1 : -1;

/** Which messages of a service come after the cursor: those before an id, and for a service that comes later that one too. */
export function afterCursor(
  cursor: string | undefined,
  service: MessagingService,
): { before?: string; inclusive?: boolean } {
  if (cursor === undefined) return {};
  const [before = '', last = ''] = cursor.split(' ');
  return { before, inclusive: service > last };
}
