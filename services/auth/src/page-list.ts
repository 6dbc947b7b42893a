/** Every page of the service. One that is not listed here is not there. */
import { accountPage } from './accounts/account.page.tsx';
import { addAccountPage } from './accounts/add-account.page.tsx';
import { renameAccountPage } from './accounts/rename-account.page.tsx';
import { liveOrdersPage } from './activity/live-orders.page.tsx';
import { orderStreamPage } from './activity/order-stream.page.tsx';
import { waitingEventsPage } from './activity/waiting-events.page.tsx';
import { homePage } from './back-office/home.page.tsx';
import { rootPage } from './back-office/root.page.tsx';
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
  ...addLocationPage,
  ...locationPage,
  ...changeLocationPage,
  ...profilePage,
  ...passwordPage,
  ...sessionsPage,
  ...newPasswordPage,
  ...missingPageEndpoints,
];
