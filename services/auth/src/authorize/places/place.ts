/** Where a connection will lead: a location, or an account. */
export type Place = {
  account_id: string;
  account_name: string;
  /** Null for an account. */
  location_id: string | null;
  name: string;
  /** It, or its account, is suspended: no connection of it works. */
  suspended: boolean;
  currency: string;
  timezone: string;
};

/** Why a place that is suspended cannot be chosen (docs/api/authentication.md#invalid-tokens). */
export const unpaid = 'The subscription is not paid, so no application can be connected until it is';
