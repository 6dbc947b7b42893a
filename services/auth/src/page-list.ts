/** Every page of the service. One that is not listed here is not there. */
import { accountAuditPage } from './accounts/account-audit.page.tsx';
import { renameAccountPage } from './accounts/rename-account.page.tsx';
import { liveOrdersPage } from './activity/live-orders.page.tsx';
import { orderStreamPage } from './activity/order-stream.page.tsx';
import { waitingEventsPage } from './activity/waiting-events.page.tsx';
import { auditPage } from './audit/audit.page.tsx';
import { homePage } from './back-office/home.page.tsx';
import { rootPage } from './back-office/root.page.tsx';
import { operatedAccountPage } from './operators/operated-account.page.tsx';
import { searchPage } from './operators/search.page.tsx';
import { suspensionPages } from './operators/suspension.page.tsx';
import { assetEndpoints } from './pages/asset.endpoints.ts';
import { missingPageEndpoints } from './pages/missing-page.endpoints.ts';
import { confirmPage } from './sessions/confirm.page.tsx';
import { logInPage } from './sessions/log-in.page.tsx';
import { logOutPage } from './sessions/log-out.page.tsx';
import { signUpPage } from './users/sign-up.page.tsx';

export const pages = [
  ...assetEndpoints,
  ...rootPage,
  ...logInPage,
  ...signUpPage,
  ...logOutPage,
  ...confirmPage,
  ...homePage,
  ...renameAccountPage,
  ...liveOrdersPage,
  ...orderStreamPage,
  ...waitingEventsPage,
  ...accountAuditPage,
  ...searchPage,
  ...operatedAccountPage,
  ...suspensionPages,
  ...auditPage,
  ...missingPageEndpoints,
];
