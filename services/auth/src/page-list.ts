/** Every page of the service. One that is not listed here is not there. */
import { accountAuditPage } from './accounts/account-audit.page.tsx';
import { accountPage } from './accounts/account.page.tsx';
import { addAccountPage } from './accounts/add-account.page.tsx';
import { renameAccountPage } from './accounts/rename-account.page.tsx';
import { liveOrdersPage } from './activity/live-orders.page.tsx';
import { orderStreamPage } from './activity/order-stream.page.tsx';
import { waitingEventsPage } from './activity/waiting-events.page.tsx';
import { auditPage } from './audit/audit.page.tsx';
import { consentPage } from './authorize/consent.page.tsx';
import { newAccountPage } from './authorize/new-account.page.tsx';
import { newLocationPage } from './authorize/new-location.page.tsx';
import { placePage } from './authorize/place.page.tsx';
import { selectablePages } from './authorize/selectable.page.tsx';
import { homePage } from './back-office/home.page.tsx';
import { rootPage } from './back-office/root.page.tsx';
import { operatedAccountPage } from './operators/operated-account.page.tsx';
import { searchPage } from './operators/search.page.tsx';
import { suspensionPages } from './operators/suspension.page.tsx';
import { clientSecretPage } from './clients/client-secret.page.tsx';
import { createClientPage } from './clients/create-client.page.tsx';
import { listClientsPage } from './clients/list-clients.page.tsx';
import { retrieveClientPage } from './clients/retrieve-client.page.tsx';
import { rotateClientSecretPage } from './clients/rotate-client-secret.page.tsx';
import { updateClientPage } from './clients/update-client.page.tsx';
import { blockConnectionPage } from './connections/block-connection.page.tsx';
import { disconnectConnectionPage } from './connections/disconnect-connection.page.tsx';
import { retrieveConnectionPage } from './connections/retrieve-connection.page.tsx';
import { unblockConnectionPage } from './connections/unblock-connection.page.tsx';
import { addLocationPage } from './locations/add-location.page.tsx';
import { changeLocationPage } from './locations/change-location.page.tsx';
import { locationPage } from './locations/location.page.tsx';
import { assetEndpoints } from './pages/asset.endpoints.ts';
import { missingPageEndpoints } from './pages/missing-page.endpoints.ts';
import { confirmPage } from './sessions/confirm.page.tsx';
import { logInPage } from './sessions/log-in.page.tsx';
import { logOutPage } from './sessions/log-out.page.tsx';
import { sessionsPage } from './sessions/sessions.page.tsx';
import { newPasswordPage } from './users/new-password.page.tsx';
import { passwordPage } from './users/password.page.tsx';
import { profilePage } from './users/profile.page.tsx';
import { signUpPage } from './users/sign-up.page.tsx';

export const pages = [
  ...assetEndpoints,
  ...rootPage,
  ...logInPage,
  ...signUpPage,
  ...logOutPage,
  ...confirmPage,
  ...homePage,
  ...addAccountPage,
  ...accountPage,
  ...renameAccountPage,
  ...liveOrdersPage,
  ...orderStreamPage,
  ...waitingEventsPage,
  ...accountAuditPage,
  ...searchPage,
  ...operatedAccountPage,
  ...suspensionPages,
  ...auditPage,
  ...listClientsPage,
  ...createClientPage,
  ...retrieveClientPage,
  ...updateClientPage,
  ...clientSecretPage,
  ...rotateClientSecretPage,
  ...retrieveConnectionPage,
  ...blockConnectionPage,
  ...unblockConnectionPage,
  ...disconnectConnectionPage,
  ...addLocationPage,
  ...locationPage,
  ...changeLocationPage,
  ...profilePage,
  ...passwordPage,
  ...sessionsPage,
  ...newPasswordPage,
  ...placePage,
  ...newAccountPage,
  ...newLocationPage,
  ...selectablePages,
  ...consentPage,
  ...missingPageEndpoints,
];
