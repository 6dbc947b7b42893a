/** One request of a browser for a page: who is looking, when, and from where. */
import type { Cost } from '@order-hub/shared/caller';
import type { PublicContext } from '@order-hub/shared/endpoint';
import type { Log } from '@order-hub/shared/log';
import type { CountryCode } from '@order-hub/shared/country';
import type { Language } from '@order-hub/shared/languages';
import type { UserPlace } from '@order-hub/shared/principal';
import type { PageLanguage } from '../languages/page-language.ts';

/** A user who has logged in. */
export type LoggedInUser = {
  id: string;
  email: string;
  first_name: string | null;
  last_name: string | null;
  timezone: string;
  /** Of the pages; null for that of the browser. */
  language: Language | null;
  is_operator: boolean;
  has_second_factor: boolean;
};

/**
 * Who may open a page: anyone; a user who has logged in; one who has also entered the password within the last ten minutes;
 * a user who is an operator and has a second factor; such an operator who has also entered the password within the last ten
 * minutes. For every other user an operator's page does not exist.
 */
export type Who = 'anyone' | 'user' | 'confirmed' | 'operator' | 'confirmed operator';

/** Whether a page is for operators alone. */
export const isOperators = (who: Who) => who === 'operator' || who === 'confirmed operator';

/** The session that a browser's cookie stands for. */
export type VisitorSession = {
  user: LoggedInUser;
  /** Whether the password was entered recently enough to show secrets. */
  is_confirmed: boolean;
  /** The seconds after which the user can send forms again: 0 for at once. */
  form_wait_seconds: number;
  /** For calls on behalf of the user. Empty in auth, which asks no one. */
  user_token: string;
  /** What the page is about, if its path names something of the user's. */
  place: UserPlace | null;
  /** The page is about an account that requires a second factor, which the user does not have: then there is no place. */
  needs_second_factor: boolean;
};

/** The ids in a page's path by which auth finds what the page is about. */
export type PlaceIds = Partial<Record<'account_id' | 'location_id' | 'connection_id', string | undefined>>;

/** Finds the session with this cookie, for a page of `who`, and counts a form. Undefined when it is over. */
export type FindSession = (
  secret: string,
  wanted: { who: Who; ids: PlaceIds; sendsForm?: boolean },
  at: Pick<PublicContext, 'requestId' | 'now'>,
) => Promise<VisitorSession | undefined>;

/** The visitor's session, if there is one, and the browser. `browser`: the secret of its own cookie; `isNew`: not yet set. */
export type Visitor = {
  user: LoggedInUser | null;
  isConfirmed: boolean;
  formWaitSeconds: number;
  sessionSecret: string | null;
  user_token: string;
  place: UserPlace | null;
  needsSecondFactor: boolean;
  browser: string;
  isNew: boolean;
};

export type Visit = Visitor & {
  language: PageLanguage;
  /** Where the visitor probably is. Few pages ask. */
  likelyCountry: () => CountryCode | null;
  now: Date;
  requestId: string;
  traceparent: string | null;
  log: Log;
  signal: AbortSignal;
  cost: Cost;
  untilAnswered: PublicContext['untilAnswered'];
  address: string | null;
  userAgent: string | null;
  /** Path and query of the page. */
  url: string;
  /** Where browsers reach the hub. */
  publicUrl: string;
  /** What was just done; shown once. */
  notice: string | null;
  /** Goes into each form of the page. */
  formToken: string;
};

/** A visit of a user who has logged in. */
export type UserVisit = Visit & { user: LoggedInUser; sessionSecret: string };
