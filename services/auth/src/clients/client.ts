/** An application that a user registered, without its secret. */
export type Client = { id: string; user_id: string; name: string; redirect_uris: string[] };
