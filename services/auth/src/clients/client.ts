/** An application that a user registered. Its secret signs callbacks and proves who asks for tokens; it is no part of this. */
export type Client = { id: string; user_id: string; name: string; redirect_uris: string[] };
