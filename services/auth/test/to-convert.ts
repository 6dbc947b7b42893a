/** Pages with texts that do not come from messages yet. */
export const toConvert: readonly string[] = [
  '/back-office/log-in',
  '/back-office/log-in/second-factor',
  '/back-office/sign-up',
  '/back-office/new-password',
  '/back-office/log-out',
  '/back-office/confirm',
  '/back-office/profile/password',
  '/back-office/profile/sessions',
  '/back-office/profile/second-factor',
  '/back-office/profile/second-factor/app',
  '/back-office/profile/second-factor/passkey',
  '/back-office/profile/second-factor/recovery-codes',
  '/back-office/profile/second-factor/remove',
];
