/** Who a client says it is: in the header, or for old clients as parameters (docs/api/authentication.md#token-request). */
import { invalidClient, invalidRequest } from './oauth-error.ts';

export type Credentials = { client_id: string; client_secret: string };

type InBody = { client_id?: string | undefined; client_secret?: string | undefined };

const encodedCharsMax = 4_096;

/** Each part is form-urlencoded before it is joined and encoded (RFC 6749, 2.3.1). Throws URIError. */
const decodePart = (part: string) => decodeURIComponent(part.replaceAll('+', ' '));

function fromBasic(authorization: string): Credentials {
  const [, encoded = ''] = /^Basic +([\w+/=-]+) *$/i.exec(authorization) ?? [];
  const pair = encoded.length > encodedCharsMax ? '' : Buffer.from(encoded, 'base64').toString();
  const colon = pair.indexOf(':');
  if (colon < 0) throw invalidClient();
  try {
    return { client_id: decodePart(pair.slice(0, colon)), client_secret: decodePart(pair.slice(colon + 1)) };
  } catch {
    throw invalidClient();
  }
}

/** Throws invalid_client for missing or malformed credentials, and invalid_request for two kinds of them in one request. */
export function clientCredentials(
  authorization: string | undefined,
  { client_id, client_secret }: InBody,
): Credentials {
  if (authorization === undefined) {
    if (client_id === undefined || client_secret === undefined) throw invalidClient();
    return { client_id, client_secret };
  }
  const credentials = fromBasic(authorization);
  if (client_secret !== undefined) {
    throw invalidRequest('Send the client secret in the header Authorization or as a parameter, not both');
  }
  if (client_id !== undefined && client_id !== credentials.client_id) {
    throw invalidRequest('The parameter client_id names another client than the header Authorization');
  }
  return credentials;
}
