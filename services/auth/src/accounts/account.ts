/** A business, as the API shows it (contract, "Account"). `currency` is an ISO 4217 code. */
export type Account = { id: string; name: string; currency: string };
