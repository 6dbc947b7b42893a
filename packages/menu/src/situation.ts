/** An amount with 2 decimals and its currency, such as `12.50 EUR` (docs/api/conventions.md#money). */
export type Money = string;

/** An exact decimal number, such as `1` or `0.25` (docs/api/conventions.md#decimals). */
export type DecimalString = string;

/** The order in question. A ref or service type that is absent or null is unknown, and meets no condition on it. */
export type Situation = {
  /** Now, or the expected time of a later order. */
  at: Date;
  /** The `timezone.name` of the location, such as `Europe/Paris`. Conditions on days and times use its clock. */
  timezone: string;
  variant_ref?: string | null | undefined;
  /** `delivery`, `collection` or `eat_in`. */
  service_type?: string | null | undefined;
  service_type_ref?: string | null | undefined;
  /** The amount of the order without the thing in question; zero by default. */
  order_amount?: Money | null | undefined;
  /** How much of the thing in question the whole order would hold; by default any quantity above zero. */
  quantity?: DecimalString | null | undefined;
  /** How much of it this customer had in earlier orders; zero by default. */
  customer_quantity?: DecimalString | null | undefined;
};
