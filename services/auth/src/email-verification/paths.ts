/** The page that the link in a mail opens. */
export const verifyEmailPath = '/back-office/verify-email';

/** The page of the user's own address. */
export const emailPath = '/back-office/profile/email';
