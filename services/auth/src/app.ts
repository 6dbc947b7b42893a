import { accountEndpoints } from './accounts/account.endpoints.ts';
import { recordAuditedChanges } from './audit/record-audited-changes.consumer.ts';
import { authorizeEndpoints } from './authorize/authorize.endpoints.ts';
import { backlogEndpoints } from './backlog/backlog.endpoints.ts';
import { clientEndpoints } from './clients/client.endpoints.ts';
import { listingEndpoints } from './clients/directory/listing.endpoints.ts';
import { connectionEndpoints } from './connections/connection.endpoints.ts';
import { exampleConnectionEndpoints } from './example-connections/example-connection.endpoints.ts';
import { watchingEndpoints } from './connections/watching/watching.endpoints.ts';
import { deletionEndpoints } from './deletions/deletion.endpoints.ts';
import { invitationEndpoints } from './members/invitations/invitation.endpoints.ts';
import { keyEndpoints } from './keys/key.endpoints.ts';
import { locationEndpoints } from './locations/location.endpoints.ts';
import { managedLocationEndpoints } from './locations/managed/managed-location.endpoints.ts';
import { specialDayEndpoints } from './locations/special-days/special-day.endpoints.ts';
import { memberEndpoints } from './members/member.endpoints.ts';
import { oauthEndpoints } from './oauth/oauth.endpoints.ts';
import { operatorEndpoints } from './users/operators/operator.endpoints.ts';
import { passwordEndpoints } from './passwords/password.endpoints.ts';
import { profileEndpoints } from './profile/profile.endpoints.ts';
import { placeEndpoints } from './places/place.endpoints.ts';
import { pages } from './page-list.ts';
import { secondFactorEndpoints } from './second-factor/second-factor.endpoints.ts';
import { sessionEndpoints } from './sessions/session.endpoints.ts';
import { suspensionEndpoints } from './suspensions/suspension.endpoints.ts';
import { statusEndpoints } from './status/status.endpoints.ts';
import { testShopEndpoints } from './test-shops/test-shop.endpoints.ts';
import { todayEndpoints } from './today/today.endpoints.ts';
import { troubleEndpoints } from './trouble/trouble.endpoints.ts';
import { userEndpoints } from './users/user.endpoints.ts';

/** What the auth service answers and consumes. */
export const endpoints = [
  ...userEndpoints,
  ...profileEndpoints,
  ...accountEndpoints,
  ...locationEndpoints,
  ...managedLocationEndpoints,
  ...specialDayEndpoints,
  ...memberEndpoints,
  ...invitationEndpoints,
  ...clientEndpoints,
  ...listingEndpoints,
  ...connectionEndpoints,
  ...exampleConnectionEndpoints,
  ...testShopEndpoints,
  ...todayEndpoints,
  ...troubleEndpoints,
  ...watchingEndpoints,
  ...oauthEndpoints,
  ...operatorEndpoints,
  ...passwordEndpoints,
  ...secondFactorEndpoints,
  ...placeEndpoints,
  ...authorizeEndpoints,
  ...sessionEndpoints,
  ...suspensionEndpoints,
  ...deletionEndpoints,
  ...statusEndpoints,
  ...keyEndpoints,
  ...backlogEndpoints,
  ...pages,
];
export const consumers = [recordAuditedChanges];
