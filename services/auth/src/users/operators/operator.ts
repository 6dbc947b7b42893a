/** A user who may or may not open the operators' pages: `operator_since` is null for an ordinary user. */
export type Operator = {
  id: string;
  email: string;
  first_name: string | null;
  last_name: string | null;
  operator_since: Date | null;
};
