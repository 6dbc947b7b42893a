import type { Cost } from '@order-hub/shared/caller';
import type { PageLanguage } from '@order-hub/pages/page-language';
import type { UserVisit, Visit } from '@order-hub/pages/visit';
import { ownSession } from './session.ts';

/** The browser in which a user logs in or out, whatever the page. `browser`: the secret of its own cookie. */
export type BrowserContext = {
  now: Date;
  requestId: string;
  address: string | null;
  signal: AbortSignal;
  cost: Cost;
  userAgent: string | null;
  /** Of the page. */
  language: PageLanguage;
  browser: string;
  /** The session that the browser has, if it has one. */
  session: { id_digest: string; user: { id: string; email: string } } | null;
};

/** A browser in which a user has logged in. */
export type SessionContext = BrowserContext & { session: NonNullable<BrowserContext['session']> };

const factsOf = ({ now, requestId, address, signal, cost, userAgent, language, browser }: Visit) => ({
  now,
  requestId,
  address,
  signal,
  cost,
  userAgent,
  language,
  browser,
});

/** The browser of a visitor, logged in or not. */
export const browserContextOf = (visit: Visit): BrowserContext => {
  const { user, sessionSecret } = visit;
  const session = user && sessionSecret !== null ? { ...ownSession({ sessionSecret }), user } : null;
  return { ...factsOf(visit), session };
};

/** The browser of a user who has logged in. */
export const sessionContextOf = (visit: UserVisit): SessionContext => ({
  ...factsOf(visit),
  session: { ...ownSession(visit), user: visit.user },
});
