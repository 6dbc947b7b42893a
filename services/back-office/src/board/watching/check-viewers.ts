/** Ends the streams of viewers who may no longer look. */
import { listSessionRoles, sessionRolesMax } from '@order-hub/shared/auth-calls';
import type { Ask } from '@order-hub/shared/internal-call';
import type { Role } from '@order-hub/shared/roles';
import type { EventStream } from './open-event-stream.ts';

/** `id_digest`: of the viewer's session. `role`: the one the viewer had at the location when the stream began. */
export type CheckedViewer = { id_digest: string; location_id: string; role: Role; stream: EventStream };

/**
 * One question for up to 1,000 viewers. Ends the streams of those whose session is over, or whose role has changed: another
 * role sees more or less, so the page connects again. Keeps all while auth does not answer; a stream ends by itself after its
 * life.
 */
export async function checkViewers(ask: Ask, viewers: readonly CheckedViewer[]): Promise<void> {
  for (let start = 0; start < viewers.length; start += sessionRolesMax) {
    const asked = viewers.slice(start, start + sessionRolesMax);
    const visits = asked.map(({ id_digest, location_id }) => ({ id_digest, location_id }));
    // The call has logged why it failed.
    const answer = await ask(listSessionRoles, { params: {}, body: { visits } }).catch(() => undefined);
    if (!answer) continue;
    asked.forEach(({ role, stream }, at) => {
      if (answer.roles[at] !== role) stream.end();
    });
  }
}
