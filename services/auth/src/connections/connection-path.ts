/** The page of a connection. */
export const connectionPath = (id: string) => `/back-office/connections/${id}`;
