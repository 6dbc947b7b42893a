/** The page of the user's profile. */
export const profilePath = '/back-office/profile';
