import type { Database } from '@order-hub/shared/database';
import type { Endpoint } from '@order-hub/shared/endpoint';
import { accountEndpoints, accountOperatorEndpoints } from './accounts/account.endpoints.ts';
import { clientOperatorEndpoints } from './clients/client.endpoints.ts';
import { callerEndpoints } from './connections/caller.endpoints.ts';
import { connectionOperatorEndpoints } from './connections/connection.endpoints.ts';
import { locationEndpoints } from './locations/location.endpoints.ts';
import { locationFactsEndpoints, locationOperatorEndpoints } from './locations/operator-location.endpoints.ts';
import type { Addresses } from './status/hub.client.ts';
import { statusEndpoints } from './status/status.endpoints.ts';
import { userEndpoints } from './users/user.endpoints.ts';

type Deps = { db: Database; encryptionKeys: readonly string[]; publicUrl: string; addresses: Addresses };

/** What the auth service answers. */
export const authEndpoints = (deps: Deps): Endpoint[] => [
  ...userEndpoints(deps),
  ...accountEndpoints(deps),
  ...locationEndpoints(deps),
  ...accountOperatorEndpoints(deps),
  ...locationOperatorEndpoints(deps),
  ...clientOperatorEndpoints(deps),
  ...connectionOperatorEndpoints(deps),
  ...statusEndpoints(deps),
  ...callerEndpoints(deps),
  ...locationFactsEndpoints(deps),
];
