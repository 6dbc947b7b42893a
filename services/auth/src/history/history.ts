/** What a user sees of their own log-ins and of changes to how they log in (docs/api/back-office.md#log-ins-and-changes). */

/** The actions of the audit that are told. */
export const toldActions = [
  'session.open',
  'session.close',
  'session.close_others',
  'user.password',
  'user.new_password',
  'user.password_link',
  'user.update',
  'second_factor.add',
  'second_factor.remove',
  'second_factor.reset',
  'recovery_code.use',
  'recovery_code.replace',
] as const;

export type ToldAction = (typeof toldActions)[number];

/** Log-ins that were refused: for a wrong password, or after the right one for a wrong second factor. */
export const refusals = ['password', 'second_factor'] as const;

export type Refusal = (typeof refusals)[number];

/**
 * One row of the history. `count`: how often it happened that day. `browser`: its name, as the list of sessions says it. `address`: null where
 * nobody knows it, where an operator acted, and for addresses that are told together.
 */
export type HistoryEntry = {
  id: string;
  at: Date;
  action: ToldAction | `refused.${Refusal}`;
  /** The user themself, or an operator. */
  by: 'user' | 'operator';
  /** With which second factor the user logged in, besides the password; or the name of the one that was added or removed. */
  factor: string | null;
  browser: string | null;
  address: string | null;
  count: number;
};

const historyDays = 90;
const dayMs = 24 * 60 * 60_000;

/** Nothing older than this is told. */
export const historyStart = (now: Date) => new Date(now.getTime() - historyDays * dayMs);
