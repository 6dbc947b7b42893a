/** A login: a hub, an access token for it, and how the hub's API is called with both. */
import { createClient, type Client } from '@order-hub/client';

export type Login = {
  /** Null for one from environment variables. */
  profile: string | null;
  /** The root of the API, such as `http://localhost:8080/v1`. */
  hub: string;
  access_token: string;
  client_secret?: string | undefined;
};

/** An address of a hub as people write it (`https://hub.example.com/`) as the root of its API. */
export function apiRootOf(address: string): string {
  const url = new URL(address);
  const path = url.pathname.replace(/\/+$/, '');
  return `${url.origin}${path === '' ? '/v1' : path}`;
}

/** Whether others on the way may read what is sent. */
export function isExposed(hub: string): boolean {
  const { protocol, hostname } = new URL(hub);
  return protocol === 'http:' && !/^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
}

/** The API with a login. Fields and filters that the hub does not know are refused, since a person may have misspelt them. */
export const apiOf = ({ hub, access_token }: Pick<Login, 'hub' | 'access_token'>): Client =>
  createClient({ baseUrl: hub, token: access_token, headers: { prefer: 'handling=strict' } });
