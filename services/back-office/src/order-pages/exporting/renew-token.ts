/** A new user token for the session; undefined when it is over, or its user may no longer export. */
export type RenewToken = () => Promise<string | undefined>;
