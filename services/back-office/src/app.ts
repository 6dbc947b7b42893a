/** Everything the back office answers: its pages and the documentation. A page that is not listed here does not exist. */
import { accountAuditPage } from './accounts/account-audit.page.tsx';
import { accountPage } from './accounts/account.page.tsx';
import { createAccountPage } from './accounts/create-account.page.tsx';
import { accountFactorPage } from './accounts/second-factor.page.tsx';
import { updateAccountPage } from './accounts/update-account.page.tsx';
import { appsPage } from './apps/apps.page.tsx';
import { listingPage } from './apps/listing/listing.page.tsx';
import { logoPage, removeListingPage } from './apps/listing/listing-actions.page.tsx';
import { decideListingPages } from './apps/operating/decide-listing.page.tsx';
import { listingsPages } from './apps/operating/listings.page.tsx';
import { locationAppsPage } from './apps/location-apps.page.tsx';
import { auditPage } from './audit/audit.page.tsx';
import { timeOrderPages } from './board/actions/time-order.page.tsx';
import { moveOrderPages } from './board/actions/move-order.page.tsx';
import { refuseOrderPages } from './board/actions/refuse-order.page.tsx';
import { boardStreamPage } from './board/board-stream.page.tsx';
import { boardPage } from './board/board.page.tsx';
import { receiptPage } from './board/receipt.page.tsx';
import { backlogPage } from './backlog/backlog.page.tsx';
import { deleteMessagePage } from './backlog/delete-message.page.tsx';
import { droppedEventsPage } from './backlog/dropped-events.page.tsx';
import { parkedMessagesPage } from './backlog/parked-messages.page.tsx';
import { replayEventsPage } from './backlog/replay-events.page.tsx';
import { retryMessagesPage } from './backlog/retry-messages.page.tsx';
import { clientSecretPage } from './clients/client-secret.page.tsx';
import { createClientPage } from './clients/create-client.page.tsx';
import { clientsPage } from './clients/clients.page.tsx';
import { clientPage } from './clients/client.page.tsx';
import { endOldSecretPage } from './clients/end-old-secret.page.tsx';
import { rotateClientSecretPage } from './clients/rotate-client-secret.page.tsx';
import { updateHandlingPage } from './clients/update-handling.page.tsx';
import { updateProofPage } from './clients/update-proof.page.tsx';
import { updateClientPage } from './clients/update-client.page.tsx';
import { blockConnectionPage } from './connections/block-connection.page.tsx';
import { disconnectConnectionPage } from './connections/disconnect-connection.page.tsx';
import { connectionPage } from './connections/connection.page.tsx';
import { unblockConnectionPage } from './connections/unblock-connection.page.tsx';
import { cardPage } from './customers/cards/card.page.tsx';
import { newCardPage } from './customers/cards/new-card.page.tsx';
import { anonymiseCustomerPage } from './customers/anonymise-customer.page.tsx';
import { updateCustomerPage } from './customers/correcting/update-customer.page.tsx';
import { customerPage } from './customers/customer.page.tsx';
import { customersPage } from './customers/customers.page.tsx';
import { attemptPages } from './deliveries/attempt.page.tsx';
import { logPages } from './deliveries/log.page.tsx';
import { resendAttemptPages } from './deliveries/resend-attempt.page.tsx';
import { resendEventsPages } from './deliveries/resend-events.page.tsx';
import { testEventsPages } from './deliveries/test-events.page.tsx';
import { docsEndpoints } from './docs/docs.endpoints.ts';
import { examplesPage } from './docs/running/examples.page.tsx';
import { waitingEventsPage } from './events/waiting-events.page.tsx';
import { homePage } from './home/home.page.tsx';
import { rootPage } from './home/root.page.tsx';
import { createLocationPage } from './locations/create-location.page.tsx';
import { locationPage } from './locations/location.page.tsx';
import { updateLocationPage } from './locations/update-location.page.tsx';
import { missingPageEndpoints } from './missing-page.endpoints.ts';
import { menuPages } from './menu-page-list.ts';
import { operatedAccountPage } from './operators/operated-account.page.tsx';
import { searchPage } from './operators/search.page.tsx';
import { suspensionPages } from './operators/suspension.page.tsx';
import { exportOrdersPage } from './order-pages/exporting/export-orders.page.tsx';
import { orderPage } from './order-pages/order/order.page.tsx';
import { searchOrdersPage } from './order-pages/searching/search-orders.page.tsx';
import { accountPeoplePage } from './people/account-people.page.tsx';
import { invitePage } from './people/invite.page.tsx';
import { leavePage } from './people/leave.page.tsx';
import { locationPeoplePage } from './people/location-people.page.tsx';
import { removeMemberPage } from './people/remove-member.page.tsx';
import { updateMemberPage } from './people/update-member.page.tsx';
import { withdrawInvitationPage } from './people/withdraw-invitation.page.tsx';
import { liveConnectionsPage } from './profile/live-connections.page.tsx';
import { profilePage } from './profile/profile.page.tsx';
import { clientRequestsPage } from './requests/client-requests.page.tsx';
import { requestLogPages } from './requests/request-log.page.tsx';
import { requestPages } from './requests/request.page.tsx';
import { acceptancePages } from './shop-state/acceptance.page.tsx';
import { addSpecialDayPage } from './shop-state/add-special-day.page.tsx';
import { pausePage } from './shop-state/pause.page.tsx';
import { hoursPage } from './shop-state/hours.page.tsx';
import { removeSpecialDayPage } from './shop-state/remove-special-day.page.tsx';
import { allTodayPage } from './today/all-today.page.tsx';
import { locationTodayPage } from './today/location-today.page.tsx';
import { endTestShopPage } from './test-shops/end-test-shop.page.tsx';
import { openTestShopPage } from './test-shops/open-test-shop.page.tsx';
import { shopPricesPage } from './test-shops/shop-prices.page.tsx';
import { testShopPage } from './test-shops/test-shop.page.tsx';

export const endpoints = [
  ...rootPage,
  ...homePage,
  ...createAccountPage,
  ...accountPage,
  ...updateAccountPage,
  ...accountFactorPage,
  ...accountAuditPage,
  ...createLocationPage,
  ...locationPage,
  ...allTodayPage,
  ...locationTodayPage,
  ...updateLocationPage,
  ...boardPage,
  ...boardStreamPage,
  ...timeOrderPages,
  ...refuseOrderPages,
  ...moveOrderPages,
  ...receiptPage,
  ...pausePage,
  ...acceptancePages,
  ...hoursPage,
  ...addSpecialDayPage,
  ...removeSpecialDayPage,
  ...searchOrdersPage,
  ...exportOrdersPage,
  // After the pages whose paths have a word in place of an id.
  ...orderPage,
  ...menuPages,
  ...waitingEventsPage,
  ...customersPage,
  ...customerPage,
  ...updateCustomerPage,
  ...anonymiseCustomerPage,
  ...newCardPage,
  ...cardPage,
  ...appsPage,
  ...locationAppsPage,
  ...listingPage,
  ...logoPage,
  ...removeListingPage,
  ...accountPeoplePage,
  ...locationPeoplePage,
  ...invitePage,
  ...updateMemberPage,
  ...removeMemberPage,
  ...withdrawInvitationPage,
  ...leavePage,
  ...connectionPage,
  ...blockConnectionPage,
  ...unblockConnectionPage,
  ...disconnectConnectionPage,
  ...logPages,
  ...resendEventsPages,
  ...testEventsPages,
  ...attemptPages,
  ...resendAttemptPages,
  ...requestLogPages,
  ...requestPages,
  ...clientsPage,
  ...createClientPage,
  ...clientPage,
  ...updateClientPage,
  ...updateHandlingPage,
  ...updateProofPage,
  ...clientSecretPage,
  ...rotateClientSecretPage,
  ...endOldSecretPage,
  ...clientRequestsPage,
  ...searchPage,
  ...operatedAccountPage,
  ...suspensionPages,
  ...auditPage,
  ...listingsPages,
  ...decideListingPages,
  ...backlogPage,
  ...parkedMessagesPage,
  ...retryMessagesPage,
  ...deleteMessagePage,
  ...droppedEventsPage,
  ...replayEventsPage,
  ...profilePage,
  ...liveConnectionsPage,
  ...testShopPage,
  ...openTestShopPage,
  ...shopPricesPage,
  ...endTestShopPage,
  ...examplesPage,
  ...docsEndpoints,
  ...missingPageEndpoints,
];
