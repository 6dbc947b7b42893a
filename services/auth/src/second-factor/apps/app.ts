/** Binds the encrypted secret of an authenticator app to the app. */
export const secretOwner = (id: string) => `second-factor:${id}`;
