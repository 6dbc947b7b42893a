/** The mails that the hub sends (docs/api/back-office.md#mails): every kind, whom it is about, and what bounds it. */
import { digest } from '@order-hub/shared/encryption';
import type { Recipient } from '../users/emails/find-recipient.ts';

/**
 * `about`: a mail about an account counts for the account too, and its row names the account. So does that of a mail about an
 * app, which does not count: trouble must not take the place of mails that somebody causes. A mail to all people of an account does not count either, as an account may
 * have more of them. A mail about a user has no
 * account: the user may own several or none. `perHour`: how many of the kind a recipient gets in an hour of the clock.
 * `hours`: after them nobody needs the mail, so it is no longer sent.
 */
type MailTerms = { about: 'user' | 'account' | 'app' | 'people'; perHour: number; hours: number };

const days = 24;

const kinds = {
  email_verification: { about: 'user', perHour: 3, hours: 24 },
  new_browser: { about: 'user', perHour: 10, hours: 3 * days },
  password_changed: { about: 'user', perHour: 10, hours: 3 * days },
  second_factor_added: { about: 'user', perHour: 10, hours: 3 * days },
  second_factor_removed: { about: 'user', perHour: 10, hours: 3 * days },
  second_factor_required: { about: 'people', perHour: 5, hours: 3 * days },
  password_link: { about: 'user', perHour: 3, hours: 1 },
  app_connected: { about: 'account', perHour: 20, hours: 3 * days },
  app_failing: { about: 'app', perHour: 5, hours: 6 },
  app_silent: { about: 'app', perHour: 5, hours: 3 },
  invitation: { about: 'account', perHour: 5, hours: 3 * days },
  member_joined: { about: 'account', perHour: 20, hours: 3 * days },
} as const satisfies Record<string, MailTerms>;

export type MailKind = keyof typeof kinds;

export const mailKinds = Object.keys(kinds) as MailKind[];

export const termsOf = (kind: MailKind): MailTerms => kinds[kind];

/** Mails about an account that it may cause in an hour of the clock, whoever gets them. */
export const accountPerHour = 60;

/** What a mail says besides the words of its kind: the arguments of its messages. Untrusted, and never HTML. */
export type MailFacts = Readonly<Record<string, string>>;

/** A mail to queue. `link`: the page that its button opens; `token`, a secret, completes the path. */
export type NewMail = {
  kind: MailKind;
  account_id: string | null;
  facts?: MailFacts;
  link?: { path: string; token?: string };
};

/** A mail that waits. `attempts`: how many have begun, which also names the lease of the latest. */
export type WaitingMail = Recipient & {
  id: string;
  kind: MailKind;
  account_id: string | null;
  facts: MailFacts;
  path: string | null;
  token_encrypted: string | null;
  attempts: number;
  created_at: Date;
  expires_at: Date;
};

/** Binds the encrypted token of a mail to the mail. */
export const mailTokenOwner = (id: string) => `mail:${id}`;

const hourMs = 3_600_000;

export const hoursAfter = (now: Date, hours: number) => new Date(now.getTime() + hours * hourMs);

const firstWaitMs = 30_000;

/** When a mail is tried again after this many attempts: 30 seconds, one minute, two, four … at most one hour later. */
export const retryAt = (now: Date, attempts: number) =>
  new Date(now.getTime() + Math.min(hourMs, firstWaitMs * 2 ** Math.min(attempts - 1, 20)));

/** The same for each attempt, so that a recipient's server can recognise a mail that arrives twice. Tells nothing of the id. */
export const messageIdOf = (id: string, host: string) => `<${digest(`mail:${id}`).slice(0, 32)}@${host}>`;
