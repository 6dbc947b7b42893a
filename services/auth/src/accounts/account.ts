/** A business (docs/api/locations.md#accounts). `currency` is an ISO 4217 code. */
export type Account = { id: string; name: string; currency: string };

/** An account as its owner uses it. */
export type OwnedAccount = Account & { suspended_at: Date | null };
