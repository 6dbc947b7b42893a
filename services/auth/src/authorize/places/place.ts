import type { ManagedLocation } from '@order-hub/shared/management/locations';

/** Where a connection will lead: a location, or an account. */
export type ConnectionPlace = {
  account_id: string;
  account_name: string;
  /** Null for an account. */
  location_id: string | null;
  name: string;
  /** Itself or its account is suspended: no connection to it works. */
  suspended: boolean;
  currency: string;
  timezone: string;
};

type AccountFacts = { id: string; name: string; currency: string; suspended: boolean };

export const placeOfAccount = ({ id, name, currency, suspended }: AccountFacts): ConnectionPlace => ({
  ...{ account_id: id, account_name: name, location_id: null, name },
  ...{ suspended, currency, timezone: 'UTC' },
});

export const placeOfLocation = ({
  id,
  name,
  suspended,
  account_suspended,
  ...rest
}: ManagedLocation): ConnectionPlace => {
  const { account_id, account_name, currency, timezone } = rest;
  return {
    ...{ account_id, account_name, location_id: id, name },
    ...{ suspended: suspended || account_suspended, currency, timezone },
  };
};

/** Why a suspended place cannot be chosen (docs/api/authentication.md#invalid-tokens). */
export const unpaid = 'The subscription has not been paid, so no application can be connected';
