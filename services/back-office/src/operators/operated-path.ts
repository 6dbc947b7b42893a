/** The page of an account among those of operators. */
export const operatedAccountPath = (id: string) => `/back-office/operator/accounts/${id}`;
