import { textUpTo } from '@order-hub/shared/texts';

const tokenCharsMax = 100;

/** The query of the pages to which the link of an invitation leads. */
export const tokenQuery = { token: textUpTo(tokenCharsMax).default('') };

export const joinPath = (token: string) => `/back-office/join?token=${encodeURIComponent(token)}`;

export const joinSignUpPath = (token: string) => `/back-office/join/sign-up?token=${encodeURIComponent(token)}`;

/** The log-in that comes back to the invitation. */
export const logInPath = (token: string) => `/back-office/log-in?continue=${encodeURIComponent(joinPath(token))}`;
