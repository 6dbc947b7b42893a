import type { UserVisit } from '@order-hub/pages/visit';
import type { PrincipalContext } from '@order-hub/shared/principal';
import { handleOf, ownSession } from '../../sessions/session.ts';

/** The context in which the user of one of auth's own pages acts, as the management API has it for other users. */
export const contextOf = ({
  user,
  sessionSecret,
  isConfirmed,
  requestId,
  traceparent,
  address,
  now,
  log,
  signal,
  cost,
  untilAnswered,
}: UserVisit): PrincipalContext => ({
  caller: null,
  principal: {
    kind: 'user',
    user: { id: user.id, email: user.email },
    session: handleOf(ownSession({ sessionSecret })),
    is_confirmed: isConfirmed,
    place: null,
  },
  requestId,
  traceparent,
  address,
  now,
  log,
  signal,
  cost,
  untilAnswered,
  keyed: null,
  handling: { isStrict: false, unknown: [], doubts: [] },
});
