import { isOperators, type FindSession } from '@order-hub/pages/visit';
import { lookUpSession } from '@order-hub/shared/auth-calls';
import { digest } from '@order-hub/shared/encryption';
import type { Ask } from '@order-hub/shared/internal-call';

/** Asks auth for the session of a visitor and for what the page is about: the first of a page's two round trips. */
export const findSessions =
  (ask: Ask): FindSession =>
  (secret, { who, ids: { account_id, location_id, connection_id }, sendsForm = false }, { requestId }) =>
    ask(lookUpSession, {
      params: {},
      body: {
        id_digest: digest(secret),
        kind: isOperators(who) ? 'operator' : 'user',
        ids: { account_id, location_id, connection_id },
        sends_form: sendsForm,
      },
      requestId,
    });
