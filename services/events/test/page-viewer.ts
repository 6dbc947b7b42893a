import type { ServiceName } from '@order-hub/shared/neighbours';
import type { UserPlace } from '@order-hub/shared/principal';
import { serviceTokenHeader, signServiceToken } from '@order-hub/shared/service-token';
import { aPrincipal } from '@order-hub/testing/call';
import { testSigningKeys } from '@order-hub/testing/keys';

const nowhere: UserPlace = {
  account_id: null,
  account_name: null,
  currency: null,
  location_id: null,
  location_name: null,
  timezone: null,
  catalog_id: null,
  customer_list_id: null,
  role: 'owner',
};

/** A user on a page about this place. */
export const viewerOf = (place: Partial<UserPlace>) => aPrincipal({ place: { ...nowhere, ...place } });

/** The header with which a service says which one it is. */
export const sentBy = async (service: ServiceName) => ({
  [serviceTokenHeader]: await signServiceToken(testSigningKeys[service], service, 'events'),
});
