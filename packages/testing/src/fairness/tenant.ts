/** A tenant as its owner and its applications know it. Sent to the process of an attack, so it is plain JSON. */
export type FairnessTenant = {
  owner: { email: string; password: string };
  account_id: string;
  location_id: string;
  client: { client_id: string; client_secret: string };
  /** The access tokens of its connections, all to the location. */
  tokens: readonly string[];
  /** One access token for each of the owner's accounts, to a location of it. */
  accountTokens: readonly string[];
  /** The address of this machine from which it calls. Loopback has many on Linux. */
  address: string;
};

/** The registered redirect URI of the client. */
export const redirectUri = 'https://till.example.com/back';

/** Addresses of loopback in a network of their own, so that no tenant uses up the limits of another. */
export const addressOf = (network: number, host: number): string =>
  process.platform === 'linux' ? `127.0.${network}.${host}` : '127.0.0.1';
