import type { Log } from '@order-hub/shared/log';
import type { Visitor } from '../sessions/find-visitor.ts';
import type { Session, SignedIn } from '../sessions/session.ts';

/** One look at a page: who looks, when, from where. */
export type Visit = Visitor & {
  now: Date;
  requestId: string;
  log: Log;
  address: string | null;
  userAgent: string | null;
  /** Path and query of the page. */
  url: string;
  /** Where browsers reach the hub. */
  publicUrl: string;
  /** What was done just before, to be said once. */
  notice: string | null;
  /** Goes into each form of the page. */
  formToken: string;
};

/** A look of somebody who has logged in. */
export type UserVisit = Visit & { user: SignedIn; session: Session; sessionSecret: string };
