/**
 * In SQL: who may act in an account (docs/decisions/0103-accounts-that-require-a-second-factor.md). Every query that reads what
 * belongs to an account for its owner or a member asks one of these.
 */

/** Whether the account requires a second factor, and the user has none. `user`: a parameter such as `$1`, or a column. */
export const needsFactor = (account: string, user: string) =>
  `(${account}.second_factor_required_at is not null and not exists (
     select from users f where f.id = ${user} and f.second_factor_since is not null))`;

/** Whether the user owns the account and may act in it. */
export const owns = (account: string, user: string) =>
  `(${account}.user_id = ${user} and not ${needsFactor(account, user)})`;
