/** An application that a user registered, without its secret. */
export type Client = { id: string; user_id: string; name: string; redirect_uris: string[] };

/** `owner_name`: first and last name of the user who registered it; null when neither is known. */
export type ClientWithOwner = Client & { owner_name: string | null };
