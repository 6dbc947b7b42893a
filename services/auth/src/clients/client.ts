/** An application that a user registered, without its secret. */
export type Client = { id: string; user_id: string; name: string; redirect_uris: string[] };

/** A client as its user sees it. */
export type OwnClient = Client & { created_at: Date };

/** How many clients a user may have (docs/api/back-office.md#clients). */
export const clientsMax = 100;

/** `owner_name`: first and last name of the user who registered it; null when neither is known. */
export type ClientWithOwner = Client & { owner_name: string | null };
