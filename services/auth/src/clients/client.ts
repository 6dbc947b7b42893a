/** An application that a user registered, without its secret. */
export type Client = { id: string; user_id: string; name: string; redirect_uris: string[] };

/** How a client exchanges codes. `needs_proof`: it switched on that each of its codes needs a proof. */
export type CodeRules = { needs_proof: boolean };

/**
 * `owner_name`: first and last name of the user who registered it; null when neither is known. `is_verified`: an operator has
 * verified who registered the client, under this name and with these redirect URIs.
 */
export type ClientWithOwner = Client & { owner_name: string | null; is_verified: boolean };
