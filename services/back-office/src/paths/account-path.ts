/** The page of an account. */
export const accountPath = (id: string) => `/back-office/accounts/${id}`;
