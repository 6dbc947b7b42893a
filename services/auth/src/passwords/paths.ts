/** The page that a password link opens. */
export const newPasswordPath = '/back-office/new-password';

/** The page on which a user asks for such a link. */
export const forgotPasswordPath = '/back-office/forgot-password';
