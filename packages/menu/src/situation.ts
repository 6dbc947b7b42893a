/** An amount with 2 decimals and its currency, such as `12.50 EUR` (docs/api/conventions.md#money). */
export type Money = string;

/** An exact decimal number, such as `1` or `0.25` (docs/api/conventions.md#decimals). */
export type DecimalString = string;

/** Which order is meant. A ref or service type that is left out or null is not known, and fulfils no condition on it. */
export type Situation = {
  /** The moment for which is asked: now, or the expected time of a later order. */
  at: Date;
  /** The `timezone.name` of the location, whose clock and calendar count: `Europe/Paris`. */
  timezone: string;
  variant_ref?: string | null | undefined;
  /** `delivery`, `collection` or `eat_in`. */
  service_type?: string | null | undefined;
  service_type_ref?: string | null | undefined;
  /** The amount of the order without what is asked about; by default nothing. */
  order_amount?: Money | null | undefined;
  /** How much of what is asked about the whole order would hold; by default any amount above zero. */
  quantity?: DecimalString | null | undefined;
  /** How much of it this customer had in earlier orders; by default nothing. */
  customer_quantity?: DecimalString | null | undefined;
};
