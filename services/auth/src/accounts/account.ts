/** A business (docs/api/locations.md#accounts). `currency` is an ISO 4217 code. */
export type Account = { id: string; name: string; currency: string };

/** How many accounts a user may have, and locations an account, that are made on pages. */
export const accountsMax = 1_000;
export const locationsMax = 10_000;
