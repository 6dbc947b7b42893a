/** The page of a location. */
export const locationPath = (id: string) => `/back-office/locations/${id}`;
