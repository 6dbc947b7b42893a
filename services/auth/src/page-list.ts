/** Every page of the service. One that is not listed here does not exist. */
import { assetEndpoints } from '@order-hub/pages/asset-endpoints';
import { consentPage } from './authorize/consent/consent.page.tsx';
import { newAccountPage } from './authorize/places/new-account.page.tsx';
import { newLocationPage } from './authorize/places/new-location.page.tsx';
import { placePage } from './authorize/places/place.page.tsx';
import { selectablePages } from './authorize/selectables/selectable.page.tsx';
import { confirmPage } from './log-in/confirm.page.tsx';
import { joinPage } from './members/invitations/join.page.tsx';
import { joinSignUpPage } from './members/invitations/join-sign-up.page.tsx';
import { logInPage } from './log-in/log-in.page.tsx';
import { logOutPage } from './log-in/log-out.page.tsx';
import { historyPage } from './history/history.page.tsx';
import { sessionsPage } from './sessions/pages/sessions.page.tsx';
import { addAppPage } from './second-factor/pages/add-app.page.tsx';
import { addPasskeyPage } from './second-factor/pages/add-passkey.page.tsx';
import { proveSecondFactorPage } from './second-factor/pages/prove-second-factor.page.tsx';
import { recoveryCodesPage } from './second-factor/pages/recovery-codes.page.tsx';
import { removeSecondFactorPage } from './second-factor/pages/remove-second-factor.page.tsx';
import { secondFactorsPage } from './second-factor/pages/second-factors.page.tsx';
import { emailPage } from './email-verification/email.page.tsx';
import { verifyEmailPage } from './email-verification/verify-email.page.tsx';
import { forgotPasswordPage } from './passwords/forgotten/forgot-password.page.tsx';
import { newPasswordPage } from './passwords/new-password.page.tsx';
import { passwordPage } from './passwords/password.page.tsx';
import { signUpPage } from './sign-up/sign-up.page.tsx';

export const pages = [
  ...assetEndpoints,
  ...logInPage,
  ...proveSecondFactorPage,
  ...signUpPage,
  ...joinPage,
  ...joinSignUpPage,
  ...logOutPage,
  ...confirmPage,
  ...passwordPage,
  ...sessionsPage,
  ...historyPage,
  ...forgotPasswordPage,
  ...newPasswordPage,
  ...emailPage,
  ...verifyEmailPage,
  ...secondFactorsPage,
  ...addAppPage,
  ...addPasskeyPage,
  ...recoveryCodesPage,
  ...removeSecondFactorPage,
  ...placePage,
  ...newAccountPage,
  ...newLocationPage,
  ...selectablePages,
  ...consentPage,
];
