/** A user who may open the operators' pages, or may not: `operator_since` is null. */
export type Operator = {
  id: string;
  email: string;
  first_name: string | null;
  last_name: string | null;
  operator_since: Date | null;
};

/** An account as operators see it. `connections` that are not disconnected are counted up to `countedMax`. */
export type AnyAccount = {
  id: string;
  name: string;
  currency: string;
  created_at: Date;
  suspended_at: Date | null;
  user_id: string;
  owner_email: string;
  owner_name: string;
  locations: number;
  connections: number;
};

export const countedMax = 1_000;

/** A location as operators see it. `account_suspended`: its account is, and so it is too. */
export type AnyLocation = {
  id: string;
  name: string;
  city: string | null;
  account_id: string;
  account_name: string;
  suspended: boolean;
  account_suspended: boolean;
};

/** The account's page among those of operators. */
export const operatedAccountPath = (id: string) => `/back-office/operator/accounts/${id}`;
